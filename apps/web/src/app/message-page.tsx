import { Anchor, Button, Center, EmptyState } from '@mantine/core';
import { IconLock, IconMapOff, IconUserOff, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export type PageName = 'notAuthorized' | 'failedLogin' | 'userBlocked' | 'notFound';

const icons: Record<PageName, Icon> = {
  notAuthorized: IconLock,
  failedLogin: IconLock,
  userBlocked: IconUserOff,
  notFound: IconMapOff,
};

/** A page that says one thing: why one is here and not where one wanted to be. */
export function MessagePage({ page }: { page: PageName }) {
  const { t } = useTranslation();
  const PageIcon = icons[page];
  const isElsewhere = page === 'notAuthorized' || page === 'notFound';
  return (
    <Center mih="100dvh" p="md" component="main">
      <EmptyState
        icon={<PageIcon stroke={1.4} />}
        title={<h1 style={{ font: 'inherit', margin: 0 }}>{t(`pages.${page}.title`)}</h1>}
        description={t(`pages.${page}.text`)}
        maw={420}
      >
        <EmptyState.Actions>
          {isElsewhere && (
            <Button component="a" href="/messaging-inbox" variant="default">
              {t('pages.toInbox')}
            </Button>
          )}
          {page !== 'notFound' && (
            <Anchor href="/auth/login?prompt=login" size="sm">
              {t('pages.otherAccount')}
            </Anchor>
          )}
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
