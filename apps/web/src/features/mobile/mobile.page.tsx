import { Anchor, Button, Center, EmptyState } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconDeviceMobile } from '@tabler/icons-react';
import { chosenDomain, isMobileHost } from '../../lib/mobile-host';
import { useTranslation } from '../../lib/translation';

/** Explains how to open Parley on a phone. */
export function Component() {
  const { t } = useTranslation();
  useDocumentTitle(`${t('mobile.title')} · Parley`);
  const domain = chosenDomain();
  const isHere = isMobileHost();
  const text = isHere
    ? domain === null
      ? t('mobile.noDomain')
      : t('mobile.chosen', { domain })
    : t('mobile.open', { host: `mobile.${location.host}` });
  return (
    <Center mih="100dvh" p="md" component="main">
      <EmptyState
        icon={<IconDeviceMobile stroke={1.4} />}
        title={<h1 style={{ font: 'inherit', margin: 0 }}>{t('mobile.title')}</h1>}
        description={text}
        maw={420}
      >
        <EmptyState.Actions>
          {isHere && domain === null ? (
            <Button component="a" href="/authorize-domain" variant="default">
              {t('mobile.choose')}
            </Button>
          ) : (
            <Button component="a" href="/messaging-inbox" variant="default">
              {t('pages.toInbox')}
            </Button>
          )}
          {isHere && domain !== null && (
            <Anchor href="/authorize-domain" size="sm">
              {t('pages.otherDomain')}
            </Anchor>
          )}
        </EmptyState.Actions>
      </EmptyState>
    </Center>
  );
}
