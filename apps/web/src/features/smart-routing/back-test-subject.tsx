import type { Job } from '@parley/contracts/api/jobs';
import type { AboutBackTest } from '@parley/contracts/api/route-back-tests';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';

/** Names the tested rules and the days of the messages for a job. */
export default function JobSubject({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { shortDay } = useFormats();
  const { title, from, to } = job.about as unknown as AboutBackTest;
  return `${title ?? t('why.allRules')}, ${shortDay(from)} – ${shortDay(to)}`;
}
