import { useEffect, useEffectEvent } from 'react';

/**
 * Merges new values of the edited entity into a form: fields that the user changed stay, others get the new value.
 * @param before the values from which the user started
 * @param now the entity's present values
 */
export function followed<Values extends object>(before: Values, typed: Values, now: Values): Values {
  const isTyped = (name: keyof Values) => JSON.stringify(typed[name]) !== JSON.stringify(before[name]);
  const names = Object.keys(now) as (keyof Values)[];
  return Object.fromEntries(names.map((name) => [name, (isTyped(name) ? typed : now)[name]])) as Values;
}

/** The fields that the user changed; only these need to be sent. */
export function changedOf<Values extends object>(before: Values, wanted: Values): Partial<Values> {
  const isChanged = (name: keyof Values) => JSON.stringify(wanted[name]) !== JSON.stringify(before[name]);
  const names = Object.keys(wanted) as (keyof Values)[];
  return Object.fromEntries(names.filter(isChanged).map((name) => [name, wanted[name]])) as Partial<Values>;
}

/** The methods of Mantine's form that this module uses. */
interface Form<Values> {
  getInitialValues(): Values;
  getValues(): Values;
  setInitialValues(values: Values): void;
  resetDirty(values: Values): void;
  setValues(values: Values): void;
}

/** Makes the saved values the form's initial values. */
export function startFrom<Values extends object>(form: Form<NoInfer<Values>>, saved: Values): void {
  form.setInitialValues(saved);
  form.resetDirty(saved);
}

/** Updates an open form when colleagues change its entity, except for fields that the user changed. */
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
