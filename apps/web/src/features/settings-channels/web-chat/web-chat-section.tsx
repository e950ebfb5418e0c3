import { useState } from 'react';
import {
  Button,
  Checkbox,
  Code,
  ColorInput,
  Group,
  SegmentedControl,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SeenSite } from '@parley/contracts/api/web-chat';
import {
  MAX_WEB_CHAT_SITES,
  WEB_CHAT_TEXT_LENGTH,
  WEB_CHAT_TITLE_LENGTH,
  webChatDefaults,
  webChatFields,
  webChatPositions,
  type WebChatSettings,
} from '@parley/contracts/rules/web-chat-settings';
import { ConfirmDialog } from '@parley/ui/dialog';
import { SettingsSection } from '@parley/ui/settings-page';
import { useFormats } from '../../../lib/format';
import { newId } from '../../../lib/id';
import { useTranslation } from '../../../lib/translation';
import type { SectionProps } from '../channel-form';
import { useReplaceCredentials, type AdministeredChannel } from '../channels-api';
import classes from '../channels.module.css';
import { CopyField } from '../copy-field';
import { WebChatPreview } from './web-chat-preview';
import { seenSitesQuery } from './web-chat-api';
import own from './web-chat.module.css';

interface WebChatProps extends SectionProps {
  channel: AdministeredChannel;
}

const colours = ['#3b4fd8', '#0f7b6c', '#a15c00', '#812561', '#14161f', '#b3261e'];

/** Settings of the web chat widget: appearance, texts, form and allowed sites, with a preview. */
export function WebChatSection({ form, channel }: WebChatProps) {
  const { t } = useTranslation();
  const webChat = form.values.webChat ?? webChatDefaults;
  const set = (change: Partial<WebChatSettings>) => form.setFieldValue('webChat', { ...webChat, ...change });
  const error = (field: keyof WebChatSettings) => form.errors[`webChat.${field}`];
  return (
    <>
      <div className={own.split}>
        <div>
          <SettingsSection title={t('channels.webChat.appearance')}>
            <Stack gap={16} className={classes.fields} mt={8}>
              <ColorInput
                label={t('channels.webChat.colour')}
                format="hex"
                swatches={colours}
                value={webChat.colour}
                error={error('colour')}
                onChange={(colour) => set({ colour })}
              />
              <SegmentedControl
                aria-label={t('channels.webChat.position.label')}
                data={webChatPositions.map((value) => ({
                  value,
                  label: t(`channels.webChat.position.${value}`),
                }))}
                value={webChat.position}
                onChange={(position) => set({ position })}
              />
            </Stack>
          </SettingsSection>
          <SettingsSection title={t('channels.webChat.texts')}>
            <Stack gap={16} className={classes.fields} mt={8}>
              <TextInput
                label={t('channels.webChat.title')}
                placeholder={form.values.name}
                maxLength={WEB_CHAT_TITLE_LENGTH}
                value={webChat.title ?? ''}
                error={error('title')}
                onChange={({ currentTarget }) => set({ title: currentTarget.value || null })}
              />
              {(['greeting', 'closedText'] as const).map((field) => (
                <Textarea
                  key={field}
                  label={t(`channels.webChat.${field}`)}
                  description={t('channels.webChat.ownWords')}
                  autosize
                  minRows={2}
                  maxRows={6}
                  maxLength={WEB_CHAT_TEXT_LENGTH}
                  value={webChat[field] ?? ''}
                  error={error(field)}
                  onChange={({ currentTarget }) => set({ [field]: currentTarget.value || null })}
                />
              ))}
            </Stack>
          </SettingsSection>
          <SettingsSection title={t('channels.webChat.form')} intro={t('channels.webChat.formHint')}>
            <Checkbox.Group
              aria-label={t('channels.webChat.form')}
              value={webChat.asksFor}
              onChange={(chosen) => set({ asksFor: webChatFields.filter((field) => chosen.includes(field)) })}
            >
              <Group mt={8}>
                {webChatFields.map((field) => (
                  <Checkbox key={field} value={field} label={t(`channels.webChat.field.${field}`)} />
                ))}
              </Group>
            </Checkbox.Group>
          </SettingsSection>
          <SettingsSection title={t('channels.webChat.sites')} intro={t('channels.webChat.sitesHint')}>
            <TagsInput
              mt={8}
              className={classes.fields}
              label={t('channels.webChat.addresses')}
              placeholder="https://shop.example"
              maxTags={MAX_WEB_CHAT_SITES}
              splitChars={[',', ' ']}
              value={webChat.sites}
              error={error('sites')}
              onChange={(sites) => set({ sites: sites.map(siteOf) })}
            />
          </SettingsSection>
        </div>
        <WebChatPreview webChat={webChat} name={form.values.name} />
      </div>
      <SnippetSection channel={channel} hasSites={webChat.sites.length > 0} />
      <SignInSection channel={channel} />
    </>
  );
}

/** The origin of a pasted URL, because a whole site is allowed and not single pages. */
function siteOf(text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`;
  if (address.includes('*') || !URL.canParse(address)) return address.replace(/(?<!\/)\/+$/, '');
  return new URL(address).origin;
}

function SnippetSection({ channel, hasSites }: { channel: AdministeredChannel; hasSites: boolean }) {
  const { t } = useTranslation();
  const address = `${location.origin}/widget/parley.js`;
  const snippet = `<script type="module" src="${address}" data-parley-channel="${channel.id}"></script>`;
  const seen = useQuery(seenSitesQuery(channel.id)).data ?? [];
  return (
    <SettingsSection title={t('channels.webChat.snippet')} intro={t('channels.webChat.snippetHint')}>
      <CopyField value={snippet} name={t('channels.webChat.snippet')} />
      <Text size="sm" role="status" mt={8}>
        {seen.length > 0 ? (
          <Seen sites={seen} />
        ) : (
          t(hasSites ? 'channels.webChat.notSeen' : 'channels.webChat.noSites')
        )}
      </Text>
    </SettingsSection>
  );
}

function Seen({ sites }: { sites: SeenSite[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <>
      {sites.map(({ origin, seenAt }) => (
        <span key={origin} className={own.seen}>
          {t('channels.webChat.seen', {
            site: origin.replace(/^https?:\/\//, ''),
            time: formats.full(seenAt),
          })}
        </span>
      ))}
    </>
  );
}

/** Creates the secret with which the site signs its visitors' identities; it is shown only once. */
function SignInSection({ channel }: { channel: AdministeredChannel }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const replace = useReplaceCredentials(channel.id);
  const make = async () => {
    const signInSecret = `${newId()}${newId()}`.replaceAll('-', '');
    await replace.mutateAsync({ signInSecret });
    return signInSecret;
  };
  return (
    <SettingsSection title={t('channels.webChat.signIn')} intro={t('channels.webChat.signInHint')}>
      <Code block mt={8}>
        {`data-parley-identity="<JWT, HS256: { sub, exp, name?, email?, phone? }>"`}
      </Code>
      {made && (
        <Stack gap={4} mt={12}>
          <Text size="sm">{t('channels.webChat.secretOnce')}</Text>
          <CopyField value={made} name={t('channels.webChat.secret')} />
        </Stack>
      )}
      <Button variant="default" mt={12} onClick={() => setAsking(true)}>
        {t('channels.webChat.newSecret')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('channels.webChat.newSecretTitle')}
        confirm={t('channels.webChat.newSecret')}
        action={make}
        onDone={setMade}
        isHarmless
        onClose={() => setAsking(false)}
      >
        {t('channels.webChat.newSecretAffects')}
      </ConfirmDialog>
    </SettingsSection>
  );
}
