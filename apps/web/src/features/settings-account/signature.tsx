import { Suspense, useState } from 'react';
import { NativeSelect, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Loadable } from '@parley/ui/loadable';
import { SettingsSection } from '@parley/ui/settings-page';
import { channelsQuery } from '../../lib/directory';
import { useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import { signatureQuery } from './signature-api';
import { lazyPart } from '../../lib/lazy-part';

/** Loaded on demand, because the editor's code is large. */
const SignatureForm = lazyPart(() => import('./signature-form'));

const height = 220;

/** Settings for the signature below the user's e-mails, and optionally a different one for each mailbox. */
export function Signature() {
  const { t } = useTranslation();
  const { id } = useMe().user;
  const [chosen, setChosen] = useState<string | null>(null);
  const [isDirty, setDirty] = useState(false);
  const channels = useQuery(channelsQuery).data ?? [];
  const mailboxes = channels.filter(({ platform }) => platform === 'email');
  // The mailbox may have been deleted or become invisible to the user.
  const channelId = mailboxes.some((mailbox) => mailbox.id === chosen) ? chosen : null;
  return (
    <SettingsSection title={t('account.signature')} intro={t('account.signatureHint')}>
      {mailboxes.length > 0 && (
        <NativeSelect
          mt={12}
          label={t('account.signatureFor')}
          description={channelId && t('account.signatureEmpty')}
          // The user must first save or discard the changed text.
          disabled={isDirty}
          value={channelId ?? ''}
          onChange={(event) => setChosen(event.currentTarget.value || null)}
          data={[
            { value: '', label: t('account.signatureEverywhere') },
            ...mailboxes.map(({ id: value, name: label }) => ({ value, label })),
          ]}
        />
      )}
      <Loadable
        query={useQuery(signatureQuery(id, channelId))}
        skeleton={{ rows: 1, height }}
        failed={t('account.signatureFailed')}
      >
        {({ html, isOfChannel = true }) => (
          <Suspense fallback={<Skeleton height={height} radius={8} />}>
            <SignatureForm
              key={channelId}
              userId={id}
              channelId={channelId}
              html={isOfChannel ? html : ''}
              onDirty={setDirty}
            />
          </Suspense>
        )}
      </Loadable>
    </SettingsSection>
  );
}
