import { useState } from 'react';
import { ActionIcon, EmptyState, Menu } from '@mantine/core';
import { IconBolt, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  quickReplyVisibilities,
  type QuickReplyResponse,
  type QuickReplyVisibility,
} from '@parley/contracts/api/catalogue';
import { AddButton, List, ListSearch } from '@parley/ui/entity-list';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage, SettingsSection } from '@parley/ui/settings-page';
import { quickRepliesQuery } from '../../lib/directory';
import { can, useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import classes from './catalogue.module.css';
import { DeleteQuickReply } from './delete-quick-reply';
import { QuickReplyDialog } from './quick-reply-dialog';

type Asked =
  { what: 'edit'; reply: QuickReplyResponse | null } | { what: 'delete'; reply: QuickReplyResponse };

/** Page of the texts that agents insert with `/` in the composer: shared ones and the user's own. */
export function Component() {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const replies = useQuery({ ...quickRepliesQuery, refetchOnMount: 'always' });
  const canShare = can(useMe().ability, 'update', 'sharedQuickReplies');
  const sought = search.trim().toLowerCase();
  const matches = ({ title, message }: QuickReplyResponse) =>
    `${title ?? ''} ${message}`.toLowerCase().includes(sought);
  const add = (
    <AddButton onClick={() => setAsked({ what: 'edit', reply: null })}>{t('catalogue.reply.add')}</AddButton>
  );
  return (
    <SettingsPage title={t('catalogue.reply.title')} intro={t('catalogue.reply.intro')} actions={add}>
      <Loadable query={replies} failed={t('catalogue.reply.failed')} skeleton={{ rows: 4, height: 64 }}>
        {(all) => (
          <>
            <ListSearch
              count={all.length}
              label={t('catalogue.search')}
              value={search}
              onChange={setSearch}
            />
            {all.length === 0 && (
              <EmptyState
                icon={<IconBolt stroke={1.3} />}
                title={t('catalogue.reply.empty')}
                description={t('catalogue.reply.emptyHint')}
              />
            )}
            {quickReplyVisibilities.map((visibility) => (
              <Section
                key={visibility}
                visibility={visibility}
                replies={all.filter((reply) => reply.visibility === visibility && matches(reply))}
                canChange={visibility === 'me' || canShare}
                onAsk={setAsked}
              />
            ))}
            {sought !== '' && !all.some(matches) && <p>{t('catalogue.nothing')}</p>}
          </>
        )}
      </Loadable>
      {asked?.what === 'edit' && (
        <QuickReplyDialog reply={asked.reply} canShare={canShare} onClose={() => setAsked(null)} />
      )}
      {asked?.what === 'delete' && <DeleteQuickReply reply={asked.reply} onClose={() => setAsked(null)} />}
    </SettingsPage>
  );
}

interface SectionProps {
  visibility: QuickReplyVisibility;
  replies: QuickReplyResponse[];
  canChange: boolean;
  onAsk: (asked: Asked) => void;
}

function Section({ visibility, replies, canChange, onAsk }: SectionProps) {
  const { t } = useTranslation();
  if (replies.length === 0) return null;
  return (
    <SettingsSection title={t(`catalogue.reply.of.${visibility}`)}>
      <List label={t(`catalogue.reply.of.${visibility}`)}>
        {replies.map((reply) => (
          <li key={reply.id} className={classes.reply}>
            <div>
              {reply.title && <div className={classes.replyTitle}>{reply.title}</div>}
              <p className={classes.message}>{reply.message}</p>
            </div>
            {canChange && (
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon aria-label={t('catalogue.more', { name: nameOf(reply) })}>
                    <IconDots size={18} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item
                    leftSection={<IconPencil size={16} />}
                    onClick={() => onAsk({ what: 'edit', reply })}
                  >
                    {t('catalogue.editAction')}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<IconTrash size={16} />}
                    color="red"
                    onClick={() => onAsk({ what: 'delete', reply })}
                  >
                    {t('catalogue.delete')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </li>
        ))}
      </List>
    </SettingsSection>
  );
}

/** The title of a quick reply; without one, its first line, cut off at 40 characters. */
export function nameOf({ title, message }: QuickReplyResponse): string {
  const [line = ''] = message.split('\n');
  return title ?? (line.length > 40 ? `${line.slice(0, 40)}…` : line);
}
