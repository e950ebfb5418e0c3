import { useState, type FormEvent } from 'react';
import { Alert, Button, NativeSelect, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import type { AppDetailsResponse, AppSetting } from '@parley/contracts/api/apps';
import { SaveBar } from '@parley/ui/save-bar';
import { SettingsSection } from '@parley/ui/settings-page';
import { useUsersById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { codeOf, problemOf } from '../../lib/problem';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useSet, useTest } from './apps-api';

/** Form for the settings that the manifest names. The server never returns secrets. */
export function AppSettings({ app }: { app: AppDetailsResponse }) {
  const { t, language } = useTranslation();
  const set = useSet(app.id);
  const [changed, setChanged] = useState<Record<string, string>>({});
  const settings = app.manifest?.settings ?? [];
  const wrong =
    set.isError && codeOf(set.error) === 'app_setting_invalid' ? problemOf(set.error)?.detail : null;
  const change = (name: string, value: string | undefined) => {
    set.reset();
    setChanged(({ [name]: _, ...others }) => (value === undefined ? others : { ...others, [name]: value }));
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const values = Object.entries(changed).map(([name, value]) => ({ name, value: value.trim() }));
    set.mutate(values, {
      onSuccess: () => {
        setChanged({});
        toastMessage(t('apps.saved'));
      },
    });
  };
  const label = (name: string) => settings.find((setting) => setting.name === name)?.label[language] ?? '';
  return (
    <SettingsSection
      title={t('apps.settings')}
      intro={settings.length === 0 ? t('apps.noSettings') : undefined}
    >
      {settings.length > 0 && (
        <form onSubmit={save}>
          <Stack gap={16} mt={12}>
            {settings.map((setting) => (
              <Field
                key={setting.name}
                app={app}
                setting={setting}
                changed={changed[setting.name]}
                error={wrong === setting.name ? t('apps.settingInvalid') : null}
                onChange={(value) => change(setting.name, value)}
              />
            ))}
          </Stack>
          <SaveBar
            isDirty={Object.keys(changed).length > 0}
            isSaving={set.isPending}
            error={
              !set.isError
                ? null
                : wrong
                  ? `${label(wrong)}: ${t('apps.settingInvalid')}`
                  : errorText(codeOf(set.error))
            }
            onReset={() => {
              set.reset();
              setChanged({});
            }}
          />
        </form>
      )}
      {app.manifest?.test && app.state === 'active' && <Test app={app} />}
    </SettingsSection>
  );
}

interface FieldProps {
  app: AppDetailsResponse;
  setting: AppSetting;
  changed: string | undefined;
  error: string | null;
  onChange: (value: string | undefined) => void;
}

function Field({ app, setting, changed, error, onChange }: FieldProps) {
  const { language } = useTranslation();
  const { name, type, label, hint, required, options = [] } = setting;
  if (type === 'secret') return <Secret {...{ app, setting, changed, error, onChange }} />;
  const kept = app.settings.find((value) => value.name === name)?.value ?? '';
  const value = changed ?? kept;
  const set = (next: string) => onChange(next === kept ? undefined : next);
  const common = { label: label[language], description: hint?.[language], error };
  if (type === 'switch') {
    return (
      <Switch
        {...common}
        checked={value === 'true'}
        onChange={({ currentTarget }) => set(String(currentTarget.checked))}
      />
    );
  }
  if (type === 'choice') {
    return (
      <NativeSelect
        {...common}
        data={['', ...options]}
        value={value}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      withAsterisk={required}
      type={type === 'url' ? 'url' : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      spellCheck={false}
      maxLength={2_000}
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

/** Shows a stored secret masked, with its last characters, who set it and when; the user can only replace it. */
function Secret({ app, setting, changed, error, onChange }: FieldProps) {
  const { t, language } = useTranslation();
  const formats = useFormats();
  const users = useUsersById();
  const kept = app.secrets.find(({ name }) => name === setting.name);
  const label = setting.label[language];
  if (kept && changed === undefined) {
    const by = users.get(kept.by)?.displayName;
    return (
      <TextInput
        readOnly
        label={label}
        value={`••••${kept.hint}`}
        description={[...(by ? [by] : []), formats.full(kept.at)].join(', ')}
        rightSectionWidth={100}
        rightSection={
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('apps.replaceNamed', { name: label })}
            onClick={() => onChange('')}
          >
            {t('apps.replace')}
          </Button>
        }
      />
    );
  }
  return (
    <PasswordInput
      label={label}
      description={setting.hint?.[language]}
      error={error}
      autoComplete="off"
      spellCheck={false}
      maxLength={2_000}
      visibilityToggleButtonProps={{ 'aria-label': t('apps.showTyped') }}
      value={changed ?? ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' && !kept ? undefined : currentTarget.value)
      }
    />
  );
}

function Test({ app }: { app: AppDetailsResponse }) {
  const { t } = useTranslation();
  const test = useTest(app.id);
  const status = test.data?.status;
  const isGood = status !== undefined && status < 400;
  return (
    <>
      <Button variant="default" mt={16} loading={test.isPending} onClick={() => test.mutate()}>
        {t('apps.test')}
      </Button>
      <div role="status">
        {status !== undefined && (
          <Alert color={isGood ? 'green' : 'red'} mt={12}>
            {t('apps.answered', { name: app.name, status })}
          </Alert>
        )}
        {test.isError && (
          <Alert color="red" mt={12}>
            {errorText(codeOf(test.error))}
          </Alert>
        )}
      </div>
    </>
  );
}
