import { Button, Center, EmptyState } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { errorText } from '../lib/i18n';
import { codeOf } from '../lib/problem';
import { RequestId } from '../lib/request-id';
import { useTranslation } from '../lib/translation';

/** What is shown when a page could not be, with the way to try again. */
export function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <Center mih="100dvh" p="md" component="main">
      <EmptyState
        icon={<IconPlugConnectedX stroke={1.4} />}
        title={t('pages.error.title')}
        description={errorText(codeOf(error))}
        maw={420}
      >
        <EmptyState.Actions>
          <Button variant="default" onClick={() => location.reload()}>
            {t('common.retry')}
          </Button>
        </EmptyState.Actions>
        <RequestId error={error} />
      </EmptyState>
    </Center>
  );
}
