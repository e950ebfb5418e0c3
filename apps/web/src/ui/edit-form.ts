import { useEffect, useEffectEvent } from 'react';

/** What a form holds once what it edits became something else: what was typed stays, the rest follows. */
export function followed<Values extends object>(before: Values, typed: Values, now: Values): Values {
  const isTyped = (name: keyof Values) => JSON.stringify(typed[name]) !== JSON.stringify(before[name]);
  const names = Object.keys(now) as (keyof Values)[];
  return Object.fromEntries(names.map((name) => [name, (isTyped(name) ? typed : now)[name]])) as Values;
}

/** What of it was changed: all that has to be sent. */
export function changedOf<Values extends object>(before: Values, wanted: Values): Partial<Values> {
  const isChanged = (name: keyof Values) => JSON.stringify(wanted[name]) !== JSON.stringify(before[name]);
  const names = Object.keys(wanted) as (keyof Values)[];
  return Object.fromEntries(names.filter(isChanged).map((name) => [name, wanted[name]])) as Partial<Values>;
}

/** What there is of a form of Mantine's that this needs. */
interface Form<Values> {
  getInitialValues(): Values;
  getValues(): Values;
  setInitialValues(values: Values): void;
  resetDirty(values: Values): void;
  setValues(values: Values): void;
}

/** What was saved is what the form starts from now on. */
export function startFrom<Values extends object>(form: Form<NoInfer<Values>>, saved: Values): void {
  form.setInitialValues(saved);
  form.resetDirty(saved);
}

/** Keeps a form as what it edits is now, whoever changes that meanwhile. Nothing that was typed is touched. */
export function useFollow<Values extends object>(form: Form<NoInfer<Values>>, now: Values): void {
  const told = JSON.stringify(now);
  const follow = useEffectEvent(() => {
    const before = form.getInitialValues();
    if (JSON.stringify(before) === told) return;
    const values = followed(before, form.getValues(), now);
    startFrom(form, now);
    form.setValues(values);
  });
  useEffect(() => follow(), [told]);
}
