import { Anchor, NumberInput, Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { BroadcastRepeat } from '@parley/contracts/events';
import { attributesQuery } from '../../lib/directory';
import { useTranslation } from '../../lib/translation';
import { limitsQuery } from './engage-api';
import type { StepProps } from './steps';

/** Step for the start time and time zone, the sending speed, and repetition. */
export function ScheduleStep({ broadcast, content, change }: StepProps) {
  const { t } = useTranslation();
  const { data: limits } = useQuery(limitsQuery);
  const { data: attributes = [] } = useQuery(attributesQuery);
  const { schedule, repeat } = content;
  const set = (changes: Partial<typeof schedule>) => change({ schedule: { ...schedule, ...changes } });
  const zone = limits?.settings.timeZone ?? broadcast.timeZone;
  const quiet = limits?.settings.quietHours;
  const dates = attributes.filter(({ kind }) => kind === 'date');
  return (
    <Stack maw={640}>
      <Radio.Group
        label={t('engage.when')}
        value={schedule.at === null ? 'now' : 'later'}
        onChange={(value) => set({ at: value === 'now' ? null : tomorrowAtNine() })}
      >
        <Stack gap={8} mt={8}>
          <Radio value="now" label={t('engage.now')} />
          <Radio value="later" label={t('engage.later')} />
        </Stack>
      </Radio.Group>
      {schedule.at !== null && (
        <>
          <TextInput
            type="datetime-local"
            label={t('engage.at')}
            required
            value={schedule.at}
            onChange={(event) =>
              event.currentTarget.value && set({ at: event.currentTarget.value.slice(0, 16) })
            }
          />
          <Radio.Group
            label={t('engage.zone')}
            value={schedule.zone}
            onChange={(value) => set({ zone: value })}
          >
            <Stack gap={8} mt={8}>
              <Radio value="organisation" label={t('engage.zoneOrganisation', { zone })} />
              <Radio
                value="recipient"
                label={t('engage.zoneRecipient')}
                description={t('engage.zoneRecipientHint')}
              />
            </Stack>
          </Radio.Group>
        </>
      )}
      <NumberInput
        label={t('engage.spread')}
        description={t('engage.spreadHint')}
        min={0}
        max={72}
        value={schedule.spreadHours}
        onChange={(value) => set({ spreadHours: Math.min(72, Math.max(0, Math.round(Number(value) || 0))) })}
      />
      <Select
        label={t('engage.repeat')}
        allowDeselect={false}
        data={[
          { value: 'never', label: t('engage.repeats.never') },
          { value: 'week', label: t('engage.repeats.week') },
          ...(dates.length > 0 || repeat?.every === 'date'
            ? [{ value: 'date', label: t('engage.repeats.date') }]
            : []),
        ]}
        value={repeat?.every ?? 'never'}
        onChange={(every) =>
          change({
            repeat:
              every === 'never' ? null : { every: every as BroadcastRepeat['every'], attributeId: null },
          })
        }
      />
      {repeat?.every === 'date' && (
        <Select
          label={t('engage.dateOf')}
          required
          data={dates.map(({ id, name }) => ({ value: id, label: name }))}
          value={repeat.attributeId}
          onChange={(attributeId) => change({ repeat: { ...repeat, attributeId } })}
        />
      )}
      <Text size="sm" c="dimmed">
        {quiet?.isOn ? t('engage.quiet', { from: quiet.from, until: quiet.until }) : t('engage.noQuiet')}{' '}
        <Anchor component={Link} to="/engage/rate-limits">
          {t('engage.change')}
        </Anchor>
      </Text>
    </Stack>
  );
}

function tomorrowAtNine(): string {
  const day = new Date(Date.now() + 24 * 3_600_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T09:00`;
}
