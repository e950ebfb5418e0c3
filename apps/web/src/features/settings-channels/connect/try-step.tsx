import { Group, Button, Loader, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '../../../lib/translation';
import { administeredQuery, webhookAddressOf } from '../channels-api';
import { CopyField } from '../copy-field';
import { fieldsOf, type ConnectValues } from './connect-values';
import classes from './connect.module.css';

const LOOK_EVERY_MS = 2_000;

interface TryStepProps {
  id: string;
  values: ConnectValues;
  isSignedUp?: boolean;
  onDone: () => void;
}

/**
 * Step that shows the values to enter at the provider and waits for a first message, which proves that the connection
 * works.
 */
export function TryStep({ id, values, isSignedUp, onDone }: TryStepProps) {
  const { provider, platform, credentials } = values;
  const { t, language } = useTranslation();
  const navigate = useNavigate();
  const { data } = useQuery({ ...administeredQuery, refetchInterval: LOOK_EVERY_MS });
  const channel = data?.find((each) => each.id === id);
  const address = channel && !isSignedUp ? webhookAddressOf(channel) : null;
  const ours = fieldsOf(provider, platform).filter(({ isOurs }) => isOurs);
  const hasArrived = channel !== undefined && channel.administration.health.lastInboundAt !== null;
  const leave = () => {
    onDone();
    void navigate(`/settings/channels/${id}`);
  };
  return (
    <Stack gap={16}>
      {address && (
        <div>
          <Text size="md">{t('channels.enterAddress')}</Text>
          <CopyField value={address} name={t('channels.webhook')} />
          {ours.map(({ key, label }) => (
            <CopyField key={key} value={credentials[key] ?? ''} name={label[language]} />
          ))}
        </div>
      )}
      <div className={classes.arrival} role="status" data-arrived={hasArrived || undefined}>
        {hasArrived ? <IconCircleCheck size={20} aria-hidden /> : <Loader size={18} aria-hidden />}
        {t(hasArrived ? 'channels.arrived' : 'channels.sendUs')}
      </div>
      <Group justify="flex-end">
        <Button data-autofocus onClick={leave}>
          {t('channels.done')}
        </Button>
      </Group>
    </Stack>
  );
}
