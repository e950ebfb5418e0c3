import { useState } from 'react';
import { Button, NumberInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { UserLimitResponse } from '@parley/contracts/api/access';
import { Dialog, DialogButtons } from '@parley/ui/dialog';
import { toastFailure } from '../../lib/toast';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { limitQuery, useRequestUsers } from './users-api';
import classes from './users.module.css';

/** Shows the number of users, its limit and prices, and lets the user request more. Shows nothing without a limit. */
export function UserLimit() {
  const { t } = useTranslation();
  const { data } = useQuery(limitQuery);
  const [isAsking, setAsking] = useState(false);
  const request = useRequestUsers();
  if (!data || data.limit === -1) return null;
  return (
    <div className={classes.limit} role="status">
      <div>
        <Text size="md">{t('users.limit', { taken: data.taken, limit: data.limit })}</Text>
        <Prices terms={data} />
        {request.isSuccess && <Text size="sm">{t('users.requested')}</Text>}
      </div>
      {!request.isSuccess && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('users.requestMore')}
        </Button>
      )}
      <Dialog opened={isAsking} onClose={() => setAsking(false)} title={t('users.requestMore')}>
        <RequestForm
          limit={data.limit}
          isSending={request.isPending}
          onCancel={() => setAsking(false)}
          onSend={(wanted) =>
            request.mutate(wanted, {
              onSuccess: () => setAsking(false),
              onError: (error) => toastFailure(error),
            })
          }
        />
      </Dialog>
    </div>
  );
}

function Prices({ terms: { priceMonthly, priceYearly } }: { terms: UserLimitResponse }) {
  const { t } = useTranslation();
  const { money } = useFormats();
  const prices = [
    priceMonthly !== null && t('users.priceMonthly', { price: money(priceMonthly / 100) }),
    priceYearly !== null && t('users.priceYearly', { price: money(priceYearly / 100) }),
  ].filter(Boolean);
  if (prices.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {prices.join(' · ')}
    </Text>
  );
}

interface RequestFormProps {
  limit: number;
  isSending: boolean;
  onCancel: () => void;
  onSend: (wanted: number) => void;
}

function RequestForm({ limit, isSending, onCancel, onSend }: RequestFormProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<number | string>(limit + 1);
  const isMore = typeof wanted === 'number' && wanted > limit;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isMore) onSend(wanted);
      }}
    >
      <NumberInput
        data-autofocus
        mb={24}
        label={t('users.wanted')}
        description={t('users.answered')}
        min={limit + 1}
        max={100_000}
        allowDecimal={false}
        error={isMore ? null : t('users.moreThan', { limit })}
        value={wanted}
        onChange={setWanted}
      />
      <DialogButtons
        confirm={t('users.sendRequest')}
        isPending={isSending}
        isDisabled={!isMore}
        onCancel={onCancel}
      />
    </form>
  );
}
