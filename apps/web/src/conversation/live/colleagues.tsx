import { PersonAvatar } from '@parley/ui/person-avatar';
import { useTranslation } from '../../lib/translation';
import { useColleagues, type OtherSide, type Present } from './present';
import classes from './presence.module.css';

const MOST = 3;

interface ColleaguesProps {
  present: Present;
  id: string;
  other?: OtherSide;
}

/** Names the colleagues who view the open conversation or type in it. */
export function ColleaguesHere({ present, id, other }: ColleaguesProps) {
  const colleagues = useColleagues(present, id, other);
  const says = useSays();
  return (
    <span className={classes.here} role="status" title={says(colleagues)}>
      {colleagues.length > 0 && (
        <>
          <Avatars names={colleagues.map(({ name }) => name)} size={16} />
          <span className={classes.says} data-typing={colleagues[0]!.isTyping || undefined}>
            {says(colleagues)}
          </span>
        </>
      )}
    </span>
  );
}

/** Shows the avatars of the colleagues who view a conversation, in a row of a list. */
export function ColleaguesInRow({ present, id, other }: ColleaguesProps) {
  const colleagues = useColleagues(present, id, other);
  const says = useSays();
  if (colleagues.length === 0) return null;
  const text = says(colleagues);
  return (
    <span
      className={classes.row}
      role="img"
      aria-label={text}
      title={text}
      data-typing={colleagues[0]!.isTyping || undefined}
    >
      <Avatars names={colleagues.map(({ name }) => name)} size={16} />
    </span>
  );
}

function Avatars({ names, size }: { names: string[]; size: number }) {
  return (
    <span className={classes.avatars}>
      {names.slice(0, MOST).map((name) => (
        <PersonAvatar key={name} name={name} size={size} />
      ))}
    </span>
  );
}

function useSays() {
  const { t } = useTranslation();
  return (colleagues: { name: string; isTyping: boolean }[]) => {
    const [first] = colleagues;
    if (!first) return '';
    if (first.isTyping) return t('colleagues.typing', { name: first.name });
    if (colleagues.length === 1) return t('colleagues.looking', { name: first.name });
    return t('colleagues.several', { name: first.name, count: colleagues.length - 1 });
  };
}
