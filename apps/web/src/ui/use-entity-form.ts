import { useState } from 'react';
import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { errorText } from '../lib/i18n';
import { changedOf, followed, startFrom, useFollow } from './edit-form';
import { codeOf } from '../lib/problem';
import { refusedFields, type Refusals } from './refusal';

interface EntityFormOptions<Values, Request, Answer> extends Refusals<Values> {
  /**
   * What the form starts from. While it is open, a field that nobody typed in takes what others save; a field that
   * somebody typed in stays.
   */
  values: Values;
  /** Checked before the server is asked. */
  rules?: UseFormInput<Values>['validate'];
  command: UseMutationResult<Answer, Error, Request>;
  /** @param changed the fields that differ from what the form started from: what others changed stays theirs */
  request: (wanted: Values, changed: Partial<Values>) => Request;
  /** What the form holds after `wanted` is saved; `wanted` itself if left out. A secret, say, is emptied. */
  kept?: (wanted: Values) => Values;
  onSaved: (answer: Answer, wanted: Values) => void;
  /** A new entity that may be saved as it is proposed. */
  isProposal?: boolean;
}

/** A form that creates or changes one entity by a command. Draw it with `EntityForm` or `DialogForm`. */
export interface Entity<Values> {
  form: UseFormReturnType<Values>;
  /** Sends the values, and tells whether they are saved. Never fails: a refusal stands at its fields, or in `error`. */
  save: (wanted: Values) => Promise<boolean>;
  isSaving: boolean;
  isDirty: boolean;
  /** Why saving was refused, where no field is to blame. */
  error: string | null;
  reset: () => void;
}

export function useEntityForm<Values extends object, Request, Answer>({
  values,
  rules,
  command,
  request,
  kept = (wanted) => wanted,
  onSaved,
  isProposal = false,
  ...refusals
}: EntityFormOptions<Values, Request, Answer>): Entity<Values> {
  const form = useForm<Values>({ initialValues: values, validate: rules });
  const [error, setError] = useState<string | null>(null);
  useFollow(form, values);
  const save = (wanted: Values) => {
    setError(null);
    return new Promise<boolean>((resolve) =>
      command.mutate(request(wanted, changedOf(form.getInitialValues(), wanted)), {
        onSuccess: (answer) => {
          const start = kept(wanted);
          form.setValues(followed(wanted, form.getValues(), start));
          startFrom(form, start);
          onSaved(answer, wanted);
        },
        onError: (refused) => {
          const fields = refusedFields(refused, form.getValues(), refusals);
          form.setErrors(fields);
          if (Object.keys(fields).length === 0) setError(errorText(codeOf(refused)));
        },
        onSettled: (_, refused) => resolve(refused === null),
      }),
    );
  };
  return {
    form,
    save,
    isSaving: command.isPending,
    isDirty: form.isDirty() || (isProposal && !command.isSuccess),
    error,
    reset: () => {
      setError(null);
      form.reset();
    },
  };
}
