import classes from './steps.module.css';

interface StepsProps {
  label: string;
  names: string[];
  /** Index of the current step, from 0. */
  current: number;
}

/** The numbered steps of a wizard, with the current one highlighted. */
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
