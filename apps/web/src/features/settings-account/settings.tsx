import type { ReactNode } from 'react';
import { Group, SegmentedControl, Select, Switch } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { UserSettingName } from '@parley/contracts/events/user.events';
import { SettingRow } from '@parley/ui/settings-page';
import { languages } from '../../lib/i18n';
import { useChangeSetting, useSetting } from '../../lib/me';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './account.module.css';

interface SettingProps {
  name: UserSettingName;
  label: string;
  hint?: string;
}

interface Option {
  value: string;
  label: string;
}

/** The value of one of the user's settings, and a function that changes it, which saves at once. */
export function useOwnSetting(name: UserSettingName) {
  const value = useSetting(name);
  const change = useChangeSetting();
  const save = (chosen: string) =>
    change.mutate({ name, value: chosen }, { onError: (error) => toastFailure(error) });
  return { value, save, isSaved: change.isSuccess };
}

/** Text that confirms a saved setting; it fades out by itself. */
export function Saved({ isSaved, children }: { isSaved: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Group gap={12} wrap="nowrap">
      <span role="status" className={classes.saved}>
        {isSaved && (
          <>
            <IconCheck size={14} aria-hidden /> {t('account.saved')}
          </>
        )}
      </span>
      {children}
    </Group>
  );
}

export function SwitchSetting({ name, label, hint }: SettingProps) {
  const { value, save, isSaved } = useOwnSetting(name);
  return (
    <SettingRow label={label} hint={hint}>
      <Saved isSaved={isSaved}>
        <Switch
          aria-label={label}
          checked={value === '1'}
          onChange={(event) => save(event.currentTarget.checked ? '1' : '0')}
        />
      </Saved>
    </SettingRow>
  );
}

export function ChoiceSetting({ name, label, hint, options }: SettingProps & { options: Option[] }) {
  const { value, save, isSaved } = useOwnSetting(name);
  return (
    <SettingRow label={label} hint={hint}>
      <Saved isSaved={isSaved}>
        <SegmentedControl aria-label={label} value={value} onChange={save} data={options} />
      </Saved>
    </SettingRow>
  );
}

export function SelectSetting({ name, label, hint, options }: SettingProps & { options: Option[] }) {
  const { value, save, isSaved } = useOwnSetting(name);
  return (
    <SettingRow label={label} hint={hint}>
      <Saved isSaved={isSaved}>
        <Select
          aria-label={label}
          value={value}
          onChange={(chosen) => chosen !== null && save(chosen)}
          data={options}
          allowDeselect={false}
          checkIconPosition="right"
        />
      </Saved>
    </SettingRow>
  );
}

/** Input for the user's language, which applies at once in all windows. */
export function LanguageSetting() {
  const { t } = useTranslation();
  return (
    <ChoiceSetting
      name="language"
      label={t('account.language')}
      options={languages.map((language) => ({ value: language, label: t(`account.languages.${language}`) }))}
    />
  );
}
