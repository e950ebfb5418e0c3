import type { TemplateResponse } from '@parley/contracts/api/templates';
import { useTranslation } from '../../lib/translation';
import classes from './templates.module.css';

export function StatusPill({ template, label }: { template: TemplateResponse; label?: string }) {
  const { t } = useTranslation();
  const status = template.isGone ? 'gone' : template.status;
  return (
    <span className={classes.pill} data-status={status}>
      {label !== undefined && <b>{label}</b>}
      {t(`templates.status.${status}`)}
    </span>
  );
}
