import { Text } from '@mantine/core';
import { requestIdOf } from './problem';
import { useTranslation } from './translation';

/** Shows the request id of an error, by which the operator can find the cause. */
export function RequestId({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const id = requestIdOf(error);
  if (id === null) return null;
  return (
    <Text size="xs" c="dimmed" mt="xs" style={{ overflowWrap: 'anywhere' }}>
      {t('common.requestId', { id })}
    </Text>
  );
}
