import { Button, Group, Text } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { replaceable } from '@parley/contracts/channels/credentials';
import { SettingsSection } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useTestChannel, type AdministeredChannel } from './channels-api';
import { Facts } from './facts';
import { manifestOf } from './manifests';
import { ReplaceDialog } from './replace-dialog';

/**
 * The channel's health, and how to solve problems. The parameter `replace` in the URL opens the form for new
 * credentials.
 */
export function HealthSection({ channel }: { channel: AdministeredChannel }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [params, setParams] = useSearchParams();
  const setReplacing = (isReplacing: boolean) =>
    setParams(isReplacing ? { replace: '' } : {}, { replace: true });
  const manifest = manifestOf(channel.provider);
  const hasSecrets = replaceable(manifest).length > 0;
  const { health, expiresAt } = channel.administration;
  const { quality } = health;
  const limit = quality?.limit ? ` · ${t('channels.qualityLimit', { limit: quality.limit })}` : '';
  return (
    <SettingsSection title={t('channels.section.health')}>
      <Facts
        facts={[
          [t('channels.lastInbound'), health.lastInboundAt && formats.full(health.lastInboundAt)],
          [t('channels.lastOutbound'), health.lastOutboundAt && formats.full(health.lastOutboundAt)],
          [t('channels.failuresLastHour'), formats.number(health.failuresLastHour)],
          [t('channels.brokenSince'), health.brokenSince && formats.full(health.brokenSince)],
          [
            t('channels.stoppedSince'),
            health.stopped &&
              [formats.full(health.stopped.since), health.stopped.detail].filter(Boolean).join(' · '),
          ],
          [t('channels.lastError'), useErrorText(health.lastError)],
          [t('channels.expiresAt'), expiresAt && formats.full(expiresAt)],
          [t('channels.quality'), quality && t(`channels.rating.${quality.rating}`) + limit],
        ]}
      />
      <Group gap={8}>
        {manifest.isCheckable && <TestButton channel={channel} />}
        {hasSecrets && (
          <Button variant="default" onClick={() => setReplacing(true)}>
            {t('channels.replace')}
          </Button>
        )}
      </Group>
      {params.has('replace') && hasSecrets && (
        <ReplaceDialog channel={channel} onClose={() => setReplacing(false)} />
      )}
    </SettingsSection>
  );
}

/** Text of the latest error: Parley's reason and the provider's code. */
function useErrorText(error: AdministeredChannel['administration']['health']['lastError']): string | null {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!error) return null;
  const reason = error.isBroken ? t('channels.brokenAccount') : t(`reason.${error.reason}`);
  const code = error.providerCode ? ` (${error.providerCode})` : '';
  return `${formats.full(error.at)}: ${reason}${code}`;
}

function TestButton({ channel }: { channel: AdministeredChannel }) {
  const { t } = useTranslation();
  const test = useTestChannel(channel.id);
  const { data } = test;
  return (
    <>
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() => test.mutate(undefined, { onError: (error) => toastFailure(error) })}
      >
        {t('channels.test')}
      </Button>
      {data && !test.isPending && (
        <Text role="status" size="sm" c={data.ok ? undefined : 'var(--red)'}>
          {data.ok
            ? [t('channels.testHolds'), data.account?.name, data.account?.phone].filter(Boolean).join(' · ')
            : errorText(data.code)}
        </Text>
      )}
    </>
  );
}
