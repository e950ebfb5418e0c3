import { Anchor, Button, Center, EmptyState } from '@mantine/core';
import { IconLock, IconMapOff, IconShieldLock, IconUserOff, type Icon } from '@tabler/icons-react';
import { useSearchParams } from 'react-router-dom';
import { isMobileHost, signInPath } from '../lib/mobile-host';
import { useTranslation } from '../lib/translation';

export type PageName = 'notAuthorized' | 'failedLogin' | 'userBlocked' | 'ipNotAllowed' | 'notFound';

const icons: Record<PageName, Icon> = {
  notAuthorized: IconLock,
  failedLogin: IconLock,
  userBlocked: IconUserOff,
  ipNotAllowed: IconShieldLock,
  notFound: IconMapOff,
};

/** A page with a single message: why the requested page is not available. */
export function MessagePage({ page }: { page: PageName }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const PageIcon = icons[page];
  const isElsewhere = page === 'notAuthorized' || page === 'notFound';
  const isAboutAccount = page !== 'notFound';
  return (
    <Center mih="100dvh" p="md" component="main">
      <EmptyState
        icon={<PageIcon stroke={1.4} />}
        title={<h1 style={{ font: 'inherit', margin: 0 }}>{t(`pages.${page}.title`)}</h1>}
        description={t(`pages.${page}.text`, { address: addressIn(params) })}
        maw={420}
      >
        <EmptyState.Actions>
          {isElsewhere && (
            <Button component="a" href="/messaging-inbox" variant="default">
              {t('pages.toInbox')}
            </Button>
          )}
          {page === 'ipNotAllowed' && (
            <Button component="a" href="/" variant="default">
              {t('common.retry')}
            </Button>
          )}
          {isAboutAccount && (
            <Anchor href={signInPath({ prompt: 'login' })} size="sm">
              {t('pages.otherAccount')}
            </Anchor>
          )}
          {isMobileHost() && (
            <Anchor href="/authorize-domain" size="sm">
              {t('pages.otherDomain')}
            </Anchor>
          )}
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}

/**
 * The client's IP address as the server saw it. Anybody could craft a link to this page, so the page shows only text
 * that looks like an IP address.
 */
function addressIn(params: URLSearchParams): string {
  const address = params.get('address') ?? '';
  return /^[\da-f.:]{2,45}$/i.test(address) ? address : '–';
}
