import classes from './steps.module.css';

interface StepsProps {
  label: string;
  /** What each step is called, in order. */
  names: string[];
  /** From 0 on. */
  current: number;
}

/** The steps of a wizard, numbered; the one that is open stands out. */
export function Steps({ label, names, current }: StepsProps) {
  return (
    <ol className={classes.steps} aria-label={label}>
      {names.map((name, index) => (
        <li key={name} aria-current={index === current ? 'step' : undefined}>
          {index + 1}. {name}
        </li>
      ))}
    </ol>
  );
}
