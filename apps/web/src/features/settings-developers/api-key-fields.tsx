import { SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { MAX_API_KEY_NAME_LENGTH } from '@parley/contracts/api/api-keys';
import { DateField } from '@parley/ui/date-field';
import { useTranslation } from '../../lib/translation';
import type { ApiKeyForm } from './api-keys-api';
import classes from './api-keys.module.css';

/** Validation functions by field, run before the request is sent. */
export function useApiKeyRules() {
  const { t } = useTranslation();
  return {
    name: (name: string) => (name.trim() === '' ? t('apiKeys.nameMissing') : null),
    rights: (rights: string[]) => (rights.length === 0 ? t('apiKeys.rightsMissing') : null),
  };
}

export const apiKeyRefusals: Record<string, keyof ApiKeyForm> = {
  api_key_rights: 'rights',
  api_key_expiry: 'expires',
  ip_address_invalid: 'addresses',
};

/**
 * Inputs of an API key.
 * @param grantable rights that the signed-in user may grant, as `subject:level`
 */
export function ApiKeyFields({
  form,
  grantable,
}: {
  form: UseFormReturnType<ApiKeyForm>;
  grantable: readonly string[];
}) {
  const { t } = useTranslation();
  const today = new Date().toISOString().slice(0, 10);
  return (
    <Stack gap={20} mt={16}>
      <TextInput
        label={t('apiKeys.name')}
        placeholder={t('apiKeys.namePlaceholder')}
        maxLength={MAX_API_KEY_NAME_LENGTH}
        {...form.getInputProps('name')}
      />
      <Rights
        grantable={grantable}
        value={form.values.rights}
        error={form.errors.rights}
        onChange={(rights) => form.setFieldValue('rights', rights)}
      />
      <DateField
        label={t('apiKeys.expires')}
        clearable
        min={today}
        value={form.values.expires}
        error={form.errors.expires}
        onChange={(expires) => form.setFieldValue('expires', expires)}
      />
      <Textarea
        label={t('apiKeys.addresses')}
        description={t('apiKeys.addressesHint')}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        {...form.getInputProps('addresses')}
      />
    </Stack>
  );
}

interface RightsProps {
  grantable: readonly string[];
  value: readonly string[];
  error: React.ReactNode;
  onChange: (rights: string[]) => void;
}

/** Table with a row per subject, in which the user chooses no right, reading, or writing. */
function Rights({ grantable, value, error, onChange }: RightsProps) {
  const { t } = useTranslation();
  const nameOf = (subject: string) => t(`abilities.subject.${subject}`, { defaultValue: subject });
  const subjects = [...new Set([...grantable, ...value].map(subjectOf))].sort((a, b) =>
    nameOf(a).localeCompare(nameOf(b)),
  );
  const levelOf = (subject: string) =>
    value.includes(`${subject}:write`) ? 'write' : value.includes(`${subject}:read`) ? 'read' : 'none';
  const choose = (subject: string, level: string) => {
    const others = value.filter((right) => subjectOf(right) !== subject);
    onChange(level === 'none' ? others : [...others, `${subject}:${level}`]);
  };
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('apiKeys.rights')}
      </Text>
      <Text size="xs" c="dimmed" mb={8}>
        {t('apiKeys.rightsHint')}
      </Text>
      <table className={classes.rights} aria-label={t('apiKeys.rights')}>
        <tbody>
          {subjects.map((subject) => (
            <tr key={subject}>
              <th scope="row">{nameOf(subject)}</th>
              <td>
                <SegmentedControl
                  size="xs"
                  aria-label={nameOf(subject)}
                  value={levelOf(subject)}
                  onChange={(level) => choose(subject, level)}
                  data={['none', 'read', 'write']
                    .filter(
                      (level) => level === 'none' || [...grantable, ...value].includes(`${subject}:${level}`),
                    )
                    .map((level) => ({ value: level, label: t(`apiKeys.level.${level as 'none'}`) }))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {error !== undefined && error !== null && (
        <Text size="xs" c="var(--red)" role="alert" mt={4}>
          {error}
        </Text>
      )}
    </div>
  );
}

function subjectOf(right: string): string {
  return right.slice(0, right.indexOf(':'));
}
