import { useState } from 'react';
import { Checkbox, List, Stack, Text } from '@mantine/core';
import type { AppManifest, AppScope } from '@parley/contracts/api/apps';
import { ConfirmDialog } from '@parley/ui/dialog';
import { useTranslation } from '../../lib/translation';
import { useScopeWords } from './scope-words';

interface ConsentDialogProps {
  manifest: AppManifest;
  /** Rights granted to the installed version; null for a new app. */
  before: readonly AppScope[] | null;
  opened: boolean;
  action: (scopes: AppScope[]) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** Lists the rights that an app requires, and lets the user grant optional ones. */
export function ConsentDialog({ manifest, before, opened, action, onDone, onClose }: ConsentDialogProps) {
  const { t } = useTranslation();
  const words = useScopeWords(manifest);
  const { name, version, scopes, optionalScopes } = manifest;
  const [chosen, setChosen] = useState<AppScope[]>(() =>
    optionalScopes.filter((scope) => before?.includes(scope)),
  );
  const isNew = (scope: AppScope) => before !== null && !before.includes(scope);
  const sentence = (scope: AppScope) =>
    isNew(scope) ? `${words(scope)} (${t('apps.newRight')})` : words(scope);
  return (
    <ConfirmDialog
      opened={opened}
      isHarmless
      title={t(before === null ? 'apps.installTitle' : 'apps.updateTitle', { name, version })}
      confirm={t(before === null ? 'apps.installNamed' : 'apps.updateNamed', { name, version })}
      action={() => action([...scopes, ...chosen])}
      onDone={onDone}
      onClose={onClose}
    >
      <Stack gap={12}>
        {scopes.length > 0 ? (
          <div>
            <Text size="sm" fw={500} mb={4}>
              {t('apps.itWill')}
            </Text>
            <List size="sm">
              {scopes.map((scope) => (
                <List.Item key={scope}>{sentence(scope)}</List.Item>
              ))}
            </List>
          </div>
        ) : (
          <Text size="sm">{t('apps.noRights')}</Text>
        )}
        {optionalScopes.length > 0 && (
          <Checkbox.Group label={t('apps.itMay')} value={chosen} onChange={(values) => setChosen(values)}>
            <Stack gap={8} mt={8}>
              {optionalScopes.map((scope) => (
                <Checkbox key={scope} value={scope} label={sentence(scope)} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
