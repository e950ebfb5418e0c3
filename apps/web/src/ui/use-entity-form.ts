import { useState } from 'react';
import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { errorText } from '../lib/i18n';
import { changedOf, followed, startFrom, useFollow } from './edit-form';
import { codeOf } from '../lib/problem';
import { refusedFields, type Refusals } from './refusal';

interface EntityFormOptions<Values, Request, Answer> extends Refusals<Values> {
  /**
   * The entity's present values. While the form is open, fields that the user has not changed are updated when others
   * save.
   */
  values: Values;
  /** Validation functions by field, run before the request is sent. */
  rules?: UseFormInput<Values>['validate'];
  command: UseMutationResult<Answer, Error, Request>;
  /**
   * Creates the request.
   * @param changed only the fields that the user changed, so that colleagues' changes to other fields survive
   */
  request: (wanted: Values, changed: Partial<Values>) => Request;
  /** Values of the form after saving, for example without a secret; by default the saved values `wanted`. */
  kept?: (wanted: Values) => Values;
  onSaved: (answer: Answer, wanted: Values) => void;
  /** Whether a new entity can be saved without any change to the proposed values. */
  isProposal?: boolean;
}

/** State of a form that creates or changes one entity by a command. Render it with `EntityForm` or `DialogForm`. */
export interface Entity<Values> {
  form: UseFormReturnType<Values>;
  /**
   * Sends the values.
   * @returns whether they were saved. Never rejects: a refusal is shown at the fields that it concerns, or in `error`
   */
  save: (wanted: Values) => Promise<boolean>;
  isSaving: boolean;
  isDirty: boolean;
  /** Error message of a refusal that concerns no single field; null if there is none. */
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
