import { exportKinds } from '@parley/contracts/api/exports';
import type { Job } from '@parley/contracts/api/jobs';
import { useTranslation } from '../../lib/translation';

/** The kind of data that a job exports. */
export default function JobSubject({ job: { about } }: { job: Job }) {
  const { t } = useTranslation();
  const kind = exportKinds.find((known) => known === about.kind);
  return kind ? t(`exports.kind.${kind}`) : null;
}
