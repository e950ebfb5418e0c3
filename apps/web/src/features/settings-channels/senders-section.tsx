import { useState } from 'react';
import { ActionIcon, Button, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { askedFor } from '@parley/contracts/channels/credentials';
import { ConfirmDialog } from '@parley/ui/dialog';
import { FormDialog } from '@parley/ui/entity-form';
import { List } from '@parley/ui/entity-list';
import { SettingsSection } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './channels.module.css';
import { useAddIdentity, useRemoveIdentity, type AdministeredChannel } from './channels-api';
import { manifestOf } from './manifests';
import { ruleText } from './refusal';

interface SendersProps {
  channel: AdministeredChannel;
}

/**
 * Settings of the phone numbers that share the channel. A reply is sent from the number to which the contact wrote.
 */
export function SendersSection({ channel }: SendersProps) {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<AdministeredChannel['identities'][number] | null>(null);
  const remove = useRemoveIdentity(channel.id);
  return (
    <SettingsSection title={t('channels.section.senders')} intro={t('channels.sendersHint')}>
      <List label={t('channels.section.senders')}>
        {channel.identities.map((identity) => (
          <li key={identity.id} className={classes.sender}>
            <span className={classes.what}>
              <span>{identity.name}</span>
              <span className={classes.dim}>{identity.accountId}</span>
            </span>
            {identity.id !== channel.id && (
              <ActionIcon
                aria-label={t('channels.removeSender', { name: identity.name })}
                onClick={() => setRemoved(identity)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </List>
      <Button variant="default" onClick={() => setAdding(true)}>
        {t('channels.addSender')}
      </Button>
      {isAdding && <AddSender channel={channel} onClose={() => setAdding(false)} />}
      <ConfirmDialog
        opened={removed !== null}
        title={t('channels.removeSender', { name: removed?.name ?? '' })}
        confirm={t('channels.remove')}
        action={() => remove.mutateAsync(removed!.id)}
        onDone={() => setRemoved(null)}
        onClose={() => setRemoved(null)}
      >
        {t('channels.removeSenderAffects')}
      </ConfirmDialog>
    </SettingsSection>
  );
}

function AddSender({ channel: { id, provider, platform }, onClose }: SendersProps & { onClose: () => void }) {
  const { t, language } = useTranslation();
  const field = askedFor(manifestOf(provider), platform).find(({ keptAs }) => keptAs === 'account')!;
  const entity = useEntityForm({
    values: { account: '', name: '' },
    rules: ({ account, name }) => ({
      ...(account.trim() === '' && { account: ruleText('required') }),
      ...(name.trim() === '' && { name: ruleText('required') }),
    }),
    command: useAddIdentity(id),
    request: ({ account, name }) => ({ account: account.trim(), name: name.trim() }),
    onSaved: () => {
      toastMessage(t('channels.saved'));
      onClose();
    },
  });
  return (
    <FormDialog
      entity={entity}
      title={t('channels.addSender')}
      confirm={t('channels.addSender')}
      onClose={onClose}
    >
      <TextInput
        label={t('channels.name')}
        maxLength={100}
        data-autofocus
        {...entity.form.getInputProps('name')}
      />
      <TextInput
        label={field.label[language]}
        description={field.help[language]}
        {...entity.form.getInputProps('account')}
      />
      <Text size="sm" c="dimmed">
        {t('channels.addSenderHint')}
      </Text>
    </FormDialog>
  );
}
