import { Suspense, useState } from 'react';
import { ActionIcon, Menu, Popover, Skeleton } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AppResponse } from '@parley/contracts/api/apps';
import type { ChatResponse } from '@parley/contracts/api/conversations';
import type { ComposerToolProps } from '../../conversation/composer/composer-tool';
import { api } from '../../lib/api-client';
import { useTranslation } from '../../lib/translation';
import { appsQuery } from './apps-api';
import { offerUndo } from './offer-undo';
import { lazyPart } from '../../lib/lazy-part';

const AppFrame = lazyPart(async () => ({ default: (await import('./frame/app-frame')).AppFrame }));

/** Width of the app's panel in px, the same as the contact panel's. */
const WIDTH = 360;

const besideQuery = (id: string) =>
  queryOptions({
    queryKey: ['app-conversation', id],
    queryFn: ({ signal }) => api<ChatResponse>(`/api/v3/messaging-chats/chats-list/${id}`, { signal }),
    select: ({ chat }) => chat,
    staleTime: 15_000,
    retry: false,
  });

/** Opens an app's action, which inserts text at the cursor. Only the user can send it. */
export function ComposerApps({ field, draft, offers, open: { conversation } }: ComposerToolProps) {
  const { t } = useTranslation();
  const { id } = conversation;
  const { data: all = [] } = useQuery({ ...appsQuery, throwOnError: false });
  const [opened, setOpened] = useState<{ app: AppResponse; of: string; at: number } | null>(null);
  const apps = all.filter(({ state, places }) => state === 'active' && places.composer !== undefined);
  // Apps are available only in conversations with contacts: they must not see messages among colleagues.
  if (!offers.medium || apps.length === 0) return null;
  const begin = (app: AppResponse) =>
    setOpened({ app, of: id, at: field.current?.selectionStart ?? draft.text.get().length });
  const isOpen = opened?.of === id;
  const close = () => {
    setOpened(null);
    field.current?.focus();
  };
  const insert = (text: string) => {
    const before = draft.text.get();
    const at = Math.min(opened?.at ?? before.length, before.length);
    const after = (before.slice(0, at) + text + before.slice(at)).slice(0, field.current?.maxLength);
    draft.type(after);
    close();
    offerUndo(opened?.app.name ?? '', () => draft.text.get() === after && draft.type(before));
  };
  const button = (
    <ActionIcon
      data-tip={t('apps.title')}
      size={30}
      aria-label={t('apps.title')}
      aria-expanded={isOpen}
      // Keeps the focus and the cursor in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => (isOpen ? close() : apps.length === 1 && apps[0] && begin(apps[0]))}
    >
      <IconApps size={18} stroke={1.6} />
    </ActionIcon>
  );
  return (
    <Popover
      opened={isOpen}
      onChange={(wanted) => !wanted && close()}
      width={WIDTH}
      position="top-start"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <span>
          {apps.length === 1 ? (
            button
          ) : (
            <Menu position="top-start" disabled={isOpen}>
              <Menu.Target>{button}</Menu.Target>
              <Menu.Dropdown>
                {apps.map((app) => (
                  <Menu.Item key={app.id} onClick={() => begin(app)}>
                    {app.name}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={opened?.app.name}>
        {isOpen && (
          <Suspense fallback={<Skeleton height={120} />}>
            <Action app={opened.app} id={id} insert={insert} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function Action({ app, id, insert }: { app: AppResponse; id: string; insert: (text: string) => void }) {
  const { data: chat } = useQuery(besideQuery(id));
  if (!chat) return <Skeleton height={120} />;
  return (
    <AppFrame
      app={app}
      place="composer"
      chat={chat}
      insert={(chatId, text) => chatId === id && insert(text)}
    />
  );
}
