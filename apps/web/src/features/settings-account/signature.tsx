import { lazy, Suspense } from 'react';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Loadable } from '@parley/ui/loadable';
import { SettingsSection } from '@parley/ui/settings-page';
import { useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { signatureQuery } from './signature-api';

/** The editor is heavy: it comes when this page does, after everything else. */
const SignatureForm = lazy(() => import('./signature-form'));

const height = 220;

/** What stands under every e-mail that one sends. */
export function Signature() {
  const { t } = useTranslation();
  const { id } = useMe().user;
  return (
    <SettingsSection title={t('account.signature')} intro={t('account.signatureHint')}>
      <Loadable
        query={useQuery(signatureQuery(id))}
        skeleton={{ rows: 1, height }}
        failed={t('account.signatureFailed')}
      >
        {({ html }) => (
          <Suspense fallback={<Skeleton height={height} radius={8} />}>
            <SignatureForm userId={id} html={html} />
          </Suspense>
        )}
      </Loadable>
    </SettingsSection>
  );
}
