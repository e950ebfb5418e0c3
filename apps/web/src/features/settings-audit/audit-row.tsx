import { useId, useState } from 'react';
import { Button } from '@mantine/core';
import { IconArrowRight, IconChevronRight } from '@tabler/icons-react';
import type { AuditChange, AuditEntry } from '@parley/contracts/api/audit';
import type { AuditedCategory } from '@parley/contracts/events/domain-event';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { fieldName, sentenceOf, wordsOf } from './audit-words';
import classes from './audit.module.css';

interface AuditRowProps {
  entry: AuditEntry;
  /** Names of the entities whose ids occur in the entry's values, by id. */
  names: Record<string, string>;
  onTarget: () => void;
}

/** One entry of the log: event, user and time; when expanded, also the values before and after. */
export function AuditRow({ entry, names, onTarget }: AuditRowProps) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { actor, target, time, ip, changes } = entry;
  const who =
    actor.kind === 'user'
      ? (actor.name ?? t('audit.actor.unknown'))
      : (actor.name ?? t(`audit.actor.${actor.kind}`));
  return (
    <li className={classes.entry}>
      <button
        type="button"
        className={classes.row}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight size={16} className={classes.chevron} aria-hidden />
        <span className={classes.what}>
          <span className={classes.sentence}>{sentenceOf(entry.type)}</span>
          <span className={classes.target}>{target.name ?? t(`audit.category.${categoryOf(target)}`)}</span>
        </span>
        <span className={classes.who}>{who}</span>
        <time className={classes.when} dateTime={time}>
          {full(time)}
        </time>
      </button>
      {isOpen && (
        <div id={detailsId} className={classes.details}>
          {changes.length === 0 ? (
            <p className={classes.nothing}>{t('audit.noFields')}</p>
          ) : (
            <dl className={classes.changes}>
              {changes.map((change) => (
                <Change key={change.field} change={change} names={names} />
              ))}
            </dl>
          )}
          <div className={classes.foot}>
            <span>{ip ? t('audit.fromAddress', { ip }) : t('audit.noAddress')}</span>
            <Button variant="subtle" size="compact-md" onClick={onTarget}>
              {t('audit.onlyThis')}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}

function Change({ change, names }: { change: AuditChange; names: Record<string, string> }) {
  const { t } = useTranslation();
  const { full: time } = useFormats();
  const show = (value: unknown) => wordsOf(change.field, value, { names, time });
  return (
    <div className={classes.change}>
      <dt>{fieldName(change.field)}</dt>
      <dd>
        {change.before !== null && (
          <>
            <span className={classes.before}>{show(change.before)}</span>
            <IconArrowRight size={14} className={classes.arrow} role="img" aria-label={t('audit.became')} />
          </>
        )}
        <span className={classes.after}>{show(change.after)}</span>
      </dd>
    </div>
  );
}

function categoryOf({ category }: AuditEntry['target']): AuditedCategory {
  return category as AuditedCategory;
}
