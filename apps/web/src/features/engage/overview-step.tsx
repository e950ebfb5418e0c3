import { useState } from 'react';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChannelsById } from '../../lib/directory';
import { ConfirmDialog } from '@parley/ui/dialog';
import { Loadable } from '@parley/ui/loadable';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { estimateQuery, listsQuery, useAction, useTest } from './engage-api';
import classes from './engage.module.css';
import { isDone, steps, type StepProps } from './steps';

/**
 * The last step: shows recipients, exclusions with reasons and cost, sends a test message, and starts the broadcast.
 */
export function OverviewStep({
  broadcast,
  content,
  template,
  other,
  countedTarget,
  onStarted,
}: StepProps & { onStarted: () => void }) {
  const { t } = useTranslation();
  const { number, money } = useFormats();
  const channels = useChannelsById();
  const { data: lists } = useQuery(listsQuery);
  const query = useQuery({ ...estimateQuery(broadcast.id), refetchOnMount: 'always' });
  const act = useAction(broadcast.id);
  const [isAsked, setAsked] = useState(false);
  const lacking = steps.filter((step) => !isDone(step, content, { template, other, countedTarget }));
  if (lacking.length > 0) {
    const names = lacking.map((step) => t(`engage.step.${step}`)).join(', ');
    return <Alert color="yellow">{t('engage.lacking', { steps: names })}</Alert>;
  }
  const { at, zone, spreadHours } = content.schedule;
  const facts: [string, string][] = [
    [t('engage.step.template'), template?.name ?? '–'],
    [t('engage.step.list'), lists?.find(({ id }) => id === content.listId)?.name ?? '–'],
    [t('engage.step.channel'), channels.get(content.channelId ?? '')?.name ?? '–'],
    [
      t('engage.step.schedule'),
      [
        at === null ? t('engage.now') : at.replace('T', ' '),
        at !== null && (zone === 'recipient' ? t('engage.zoneRecipient') : broadcast.timeZone),
        spreadHours > 0 && t('engage.spreadOver', { count: spreadHours }),
        content.repeat && t(`engage.repeats.${content.repeat.every}`),
      ]
        .filter(Boolean)
        .join(' · '),
    ],
    [t('engage.replies'), t(`engage.repliesTo.${content.replies.to}`)],
  ];
  return (
    <Stack>
      <Text fw={600} size="lg" className={classes.name}>
        {content.name}
      </Text>
      <ul className={classes.plain}>
        {facts.map(([name, value]) => (
          <li key={name}>
            <span className={classes.dimmed}>{name}: </span>
            {value}
          </li>
        ))}
      </ul>
      <Loadable query={query} failed={t('engage.estimateFailed')}>
        {({ members, recipients, skipped, cost }) => (
          <>
            <div>
              <Text fw={600} role="status">
                {t('engage.recipientsOf', { recipients: number(recipients), members: number(members) })}
              </Text>
              <ul className={classes.plain} aria-label={t('engage.skipped')}>
                {skipped.map(({ reason, count }) => (
                  <li key={reason} className={classes.dimmed}>
                    {number(count)} {t(`engage.reason.${reason}`)}
                  </li>
                ))}
              </ul>
              {cost && (
                <Text mt={4}>
                  {t('engage.cost', { amount: money(cost.total) })}
                  {cost.unpriced > 0 && ` ${t('engage.unpriced', { formatted: number(cost.unpriced) })}`}
                </Text>
              )}
            </div>
            <SendTest id={broadcast.id} />
            <Group>
              <Button disabled={recipients === 0 && !content.repeat} onClick={() => setAsked(true)}>
                {t('engage.sendTo', { formatted: number(recipients) })}
              </Button>
            </Group>
            <ConfirmDialog
              opened={isAsked}
              isHarmless
              title={t('engage.sendTitle', { formatted: number(recipients) })}
              confirm={t('engage.sendTo', { formatted: number(recipients) })}
              action={() => act.mutateAsync('start')}
              onDone={onStarted}
              onClose={() => setAsked(false)}
            >
              {t(at === null ? 'engage.sendText' : 'engage.scheduleText')}
              {cost && <Text mt="sm">{t('engage.cost', { amount: money(cost.total) })}</Text>}
            </ConfirmDialog>
          </>
        )}
      </Loadable>
      {act.isError && <Alert color="red">{errorText(codeOf(act.error))}</Alert>}
    </Stack>
  );
}

/** Sends one test message to a phone number, filled with the values of the contact who has that number. */
function SendTest({ id }: { id: string }) {
  const { t } = useTranslation();
  const [phone, setPhone] = useState('');
  const test = useTest(id);
  const send = () =>
    test.mutate(phone.trim(), {
      onSuccess: () => toastMessage(t('engage.testSent', { phone })),
      onError: (error) => toastFailure(error),
    });
  return (
    <Group align="end" gap={8}>
      <TextInput
        label={t('engage.testTo')}
        placeholder="+31 6 12345678"
        type="tel"
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      <Button
        variant="default"
        loading={test.isPending}
        disabled={!/^(\+|00)[\d\s().-]{6,30}$/.test(phone.trim())}
        onClick={send}
      >
        {t('engage.test')}
      </Button>
    </Group>
  );
}
