import { Button, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { graphOf } from '@parley/contracts/api/insight-graphs';
import { reportRhythms, type ReportRhythm } from '@parley/contracts/events/insight-report.events';
import { Dialog } from '@parley/ui/dialog';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { useMe } from '../../lib/me';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import classes from './insights.module.css';
import { reportOf, reportsQuery, useSwitchReport, type Report, type Reported } from './reports-api';

interface ReportsDialogProps {
  /** Graphs and filters of the dashboard that is open. */
  shown: Reported;
  onClose: () => void;
}

/**
 * Dialog that subscribes to a weekly or monthly mailed report on the open dashboard and lists the user's other
 * subscriptions.
 */
export default function ReportsDialog({ shown, onClose }: ReportsDialogProps) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const { user } = useMe();
  const reports = useQuery(reportsQuery);
  const change = useSwitchReport();
  const own = reports.data && reportOf(reports.data.data, shown);
  const others = reports.data?.data.filter((report) => report !== own) ?? [];
  const choose = (every: string) => {
    if (every !== 'off') change.mutate({ ...shown, every: every as ReportRhythm });
    else if (own) change.mutate({ stop: own.id });
  };
  return (
    <Dialog opened onClose={onClose} title={t('insights.reports.title')} size={480}>
      <Stack gap="md">
        <Text size="sm">{t('insights.reports.intro', { email: user.email })}</Text>
        {reports.isPending && <Skeleton height={36} radius={6} aria-label={t('common.loading')} />}
        {reports.error && !reports.data && (
          <div className={classes.state} role="alert">
            <Text size="sm">{errorText(codeOf(reports.error))}</Text>
            <Button variant="default" size="compact-sm" onClick={() => void reports.refetch()}>
              {t('common.retry')}
            </Button>
          </div>
        )}
        {reports.data && (
          <>
            <SegmentedControl
              data-autofocus
              fullWidth
              aria-label={t('insights.reports.shown')}
              value={own?.every ?? 'off'}
              disabled={change.isPending}
              onChange={choose}
              data={(['off', ...reportRhythms] as const).map((value) => ({
                value,
                label: t(`insights.reports.every.${value}`),
              }))}
            />
            <Text size="xs" c="dimmed" role="status">
              {own ? t('insights.reports.next', { time: full(own.nextAt) }) : t('insights.reports.off')}
            </Text>
          </>
        )}
        {others.length > 0 && (
          <section aria-label={t('insights.reports.others')}>
            <Text size="sm" fw={600}>
              {t('insights.reports.others')}
            </Text>
            <ul className={classes.facts}>
              {others.map((report) => (
                <Other
                  key={report.id}
                  report={report}
                  isPending={change.isPending}
                  onStop={() => change.mutate({ stop: report.id })}
                />
              ))}
            </ul>
          </section>
        )}
      </Stack>
    </Dialog>
  );
}

interface OtherProps {
  report: Report;
  isPending: boolean;
  onStop: () => void;
}

function Other({ report, isPending, onStop }: OtherProps) {
  const { t, language } = useTranslation();
  const { graphs, filters, every } = report;
  const narrowed = Object.values(filters).flat().length;
  const name = graphs
    ? graphs.flatMap((id) => graphOf(id)?.title[language] ?? []).join(', ')
    : t('insights.share.own');
  const words = [name, ...(narrowed > 0 ? [t('insights.filtersUsed', { count: narrowed })] : [])].join(' · ');
  return (
    <li className={classes.fact}>
      <div className={classes.factHead}>
        <span>
          {words}
          <Text size="xs" c="dimmed">
            {t(`insights.reports.every.${every}`)}
          </Text>
        </span>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('insights.reports.stopOne', { name: words })}
          disabled={isPending}
          onClick={onStop}
        >
          {t('insights.reports.stop')}
        </Button>
      </div>
    </li>
  );
}
