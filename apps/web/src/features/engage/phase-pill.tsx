import type { BroadcastPhase } from '@parley/contracts/api/broadcasts';
import { useTranslation } from '../../lib/translation';
import classes from './engage.module.css';

export function PhasePill({ phase }: { phase: BroadcastPhase }) {
  const { t } = useTranslation();
  return (
    <span className={classes.pill} data-phase={phase}>
      {t(`engage.phase.${phase}`)}
    </span>
  );
}
