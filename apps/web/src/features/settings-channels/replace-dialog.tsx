import { Text } from '@mantine/core';
import {
  brokenReplacements,
  replaceable,
  withoutBlanks,
  type Credentials,
} from '@parley/contracts/channels/credentials';
import { FormDialog } from '@parley/ui/entity-form';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useReplaceCredentials, type AdministeredChannel } from './channels-api';
import { CredentialInput } from './credential-input';
import { manifestOf } from './manifests';
import { refusalWords, ruleText } from './refusal';

interface ReplaceDialogProps {
  channel: AdministeredChannel;
  onClose: () => void;
}

/**
 * Dialog that replaces secrets of a channel; the server stores them only if the provider accepts them. A secret whose
 * field is left empty is kept.
 */
export function ReplaceDialog({ channel: { id, provider }, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation();
  const manifest = manifestOf(provider);
  const fields = replaceable(manifest);
  const entity = useEntityForm({
    values: { credentials: Object.fromEntries<string>(fields.map(({ key }) => [key, ''])) },
    rules: ({ credentials }) =>
      Object.fromEntries(
        brokenReplacements(manifest, withoutBlanks(credentials)).map(({ key, rule }) => [
          `credentials.${key}`,
          ruleText(rule),
        ]),
      ),
    wordsOf: refusalWords,
    command: useReplaceCredentials(id),
    request: ({ credentials }) => givenOf(credentials),
    onSaved: () => {
      toastMessage(t('channels.replaced'));
      onClose();
    },
  });
  const { form } = entity;
  return (
    <FormDialog
      entity={entity}
      title={t('channels.replaceTitle')}
      confirm={t('channels.replace')}
      isDisabled={Object.keys(givenOf(form.values.credentials)).length === 0}
      onClose={onClose}
    >
      <Text size="md">{t('channels.replaceHint')}</Text>
      {fields.map((field) => (
        <CredentialInput
          key={field.key}
          field={field}
          isShort
          {...form.getInputProps(`credentials.${field.key}`)}
        />
      ))}
    </FormDialog>
  );
}

function givenOf(credentials: Credentials): Credentials {
  return Object.fromEntries(Object.entries(withoutBlanks(credentials)).filter(([, value]) => value !== ''));
}
