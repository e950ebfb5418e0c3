import { useEffect, useRef, useState } from 'react';
import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../../../lib/i18n';
import { codeOf } from '../../../lib/problem';
import { useTranslation } from '../../../lib/translation';
import { signupQuery, useSignUp } from '../channels-api';
import type { ConnectValues } from './connect-values';
import { SignupVisit, type SignupEnd } from './embedded-signup';
import { loadFacebookSdk, openSignup, type FacebookPage } from './facebook-sdk';

interface SignupPanelProps {
  values: ConnectValues;
  onConnected: (id: string) => void;
}

/** Button that opens the provider's page for signing up for WhatsApp; shown if the operator has set one up. */
export function SignupPanel({ values, onConnected }: SignupPanelProps) {
  const { t } = useTranslation();
  const { data } = useQuery(signupQuery);
  if (values.platform !== 'whatsapp') return null;
  const offered = values.provider === 'whatsapp-cloud' ? data?.whatsapp : data?.bird;
  if (!offered || !['whatsapp-cloud', 'bird'].includes(values.provider)) return null;
  if (offered.isFull) return <Alert color="yellow">{errorText('channel_limit_reached')}</Alert>;
  if ('url' in offered) {
    return (
      <Group gap={12}>
        <Button component="a" href={offered.url} target="_blank" rel="noreferrer noopener">
          {t('channels.signup.bird')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('channels.signup.birdHint')}
        </Text>
      </Group>
    );
  }
  return <FacebookSignup page={offered} name={values.name} onConnected={onConnected} />;
}

interface FacebookSignupProps {
  page: FacebookPage;
  name: string;
  onConnected: (id: string) => void;
}

function FacebookSignup({ page, name, onConnected }: FacebookSignupProps) {
  const { t } = useTranslation();
  const signUp = useSignUp();
  const [isWaiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const visit = useRef<SignupVisit | null>(null);
  const finish = (end: SignupEnd | null) => {
    if (!end) return;
    visit.current = null;
    setWaiting(false);
    if (end.kind === 'cancelled') return;
    if (end.kind === 'failed') return setFailure(errorText('embedded_signup_failed'));
    const { kind: _, ...request } = end;
    signUp.mutate(
      { name, ...request },
      {
        onSuccess: ({ id }) => onConnected(id),
        onError: (error) => setFailure(errorText(codeOf(error))),
      },
    );
  };
  useEffect(() => {
    const hear = (event: MessageEvent) => finish(visit.current?.heard(event) ?? null);
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  });
  // Loaded before the click, because browsers allow opening a window only during it.
  const sdk = useQuery({ queryKey: ['facebook-sdk', page.sdkUrl], queryFn: () => loadFacebookSdk(page) });
  const open = () => {
    if (!sdk.data) return;
    setFailure(null);
    setWaiting(true);
    const current = new SignupVisit(page.pageOrigin);
    visit.current = current;
    openSignup(sdk.data, page, (code) => {
      if (visit.current === current) finish(current.called(code));
    });
  };
  return (
    <>
      <Group gap={12}>
        <Button onClick={open} disabled={!sdk.data} loading={signUp.isPending}>
          {t('channels.signup.facebook')}
        </Button>
        {isWaiting && (
          <Group gap={8} role="status">
            <Loader size={16} aria-hidden />
            <Text size="sm">{t('channels.signup.waiting')}</Text>
            <Button variant="subtle" size="compact-sm" onClick={open}>
              {t('channels.signup.again')}
            </Button>
          </Group>
        )}
      </Group>
      {(failure ?? (sdk.isError && errorText('embedded_signup_failed'))) && (
        <Alert color="red" role="alert">
          {failure ?? errorText('embedded_signup_failed')}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {t('channels.signup.orByToken')}
      </Text>
    </>
  );
}
