import { Checkbox, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../../lib/translation';
import { CopyField } from '../copy-field';
import { manifestOf } from '../manifests';
import { fieldsOf, type ConnectValues } from './connect-values';

/** Step that lists the credentials that the user needs, and where to find them. */
export function PrepareStep({ values: { provider, platform, credentials } }: { values: ConnectValues }) {
  const { t, language } = useTranslation();
  const fields = fieldsOf(provider, platform);
  const { feed } = manifestOf(provider);
  const isToldByThem = feed.by === 'webhook' && feed.registeredBy === 'administrator';
  return (
    <>
      <Text size="md">{t('channels.prepare', { provider: manifestOf(provider).name[language] })}</Text>
      <Stack gap={12}>
        {fields.map(({ key, label, help, isOurs }) =>
          isOurs ? (
            <div key={key}>
              <Text size="sm" fw={600}>
                {label[language]}
              </Text>
              <Text size="sm" c="dimmed">
                {help[language]}
              </Text>
              <CopyField value={credentials[key] ?? ''} name={label[language]} />
            </div>
          ) : (
            <Checkbox key={key} label={label[language]} description={help[language]} />
          ),
        )}
      </Stack>
      <Text size="sm" c="dimmed">
        {t(isToldByThem ? 'channels.addressLater' : 'channels.addressByUs')}
      </Text>
    </>
  );
}
