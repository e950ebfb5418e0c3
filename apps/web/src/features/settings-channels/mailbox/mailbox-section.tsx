import { NumberInput, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import {
  MAIL_FOLDER_LENGTH,
  MAIL_SIGNATURE_LENGTH,
  mailboxDefaults,
  MAX_MAIL_FOLDERS,
  MAX_MAILS_PER_MINUTE,
  type MailboxSettings,
} from '@parley/contracts/rules/mailbox-settings';
import { SettingRow, SettingsSection } from '@parley/ui/settings-page';
import { useTranslation } from '../../../lib/translation';
import type { SectionProps } from '../channel-form';
import type { AdministeredChannel } from '../channels-api';
import classes from '../channels.module.css';

interface MailboxProps extends SectionProps {
  channel: AdministeredChannel;
}

export function MailboxSection({ form, channel }: MailboxProps) {
  const { t } = useTranslation();
  const mailbox = form.values.mailbox ?? mailboxDefaults;
  const set = (change: Partial<MailboxSettings>) => form.setFieldValue('mailbox', { ...mailbox, ...change });
  const error = (field: keyof MailboxSettings) => form.errors[`mailbox.${field}`];
  const isRead = channel.administration.secrets.some(({ name }) => name === 'imap-server');
  return (
    <SettingsSection title={t('channels.mailbox.title')}>
      {isRead && (
        <>
          <Stack gap={16} className={classes.fields} mt={8}>
            <TagsInput
              label={t('channels.mailbox.folders')}
              description={t('channels.mailbox.foldersHint')}
              value={mailbox.folders}
              maxTags={MAX_MAIL_FOLDERS}
              splitChars={[',']}
              acceptValueOnBlur
              error={error('folders')}
              onChange={(folders) =>
                set({ folders: folders.map((folder) => folder.trim().slice(0, MAIL_FOLDER_LENGTH)) })
              }
            />
          </Stack>
          {(['keepsSent', 'removesTaken'] as const).map((name) => {
            const label = t(`channels.mailbox.${name}`);
            return (
              <SettingRow key={name} label={label} hint={t(`channels.mailbox.${name}Hint`)}>
                <Switch
                  aria-label={label}
                  checked={mailbox[name]}
                  onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
                />
              </SettingRow>
            );
          })}
        </>
      )}
      <Stack gap={16} className={classes.fields}>
        <NumberInput
          label={t('channels.mailbox.mostPerMinute')}
          description={t('channels.mailbox.mostPerMinuteHint')}
          maw={320}
          min={1}
          max={MAX_MAILS_PER_MINUTE}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          value={mailbox.mostPerMinute ?? ''}
          error={error('mostPerMinute')}
          onChange={(value) => set({ mostPerMinute: value === '' ? null : Number(value) })}
        />
        <TextInput
          label={t('channels.mailbox.trustedServer')}
          description={t('channels.mailbox.trustedServerHint')}
          maw={320}
          maxLength={255}
          value={mailbox.trustedServer ?? ''}
          onChange={({ currentTarget }) => set({ trustedServer: currentTarget.value.trim() || null })}
        />
        <Textarea
          label={t('channels.mailbox.signature')}
          description={t('channels.mailbox.signatureHint')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAIL_SIGNATURE_LENGTH}
          value={mailbox.signature ?? ''}
          error={error('signature')}
          onChange={({ currentTarget }) => set({ signature: currentTarget.value || null })}
        />
      </Stack>
    </SettingsSection>
  );
}
