import { useState } from 'react';
import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { SAVED_VIEW_NAME_LENGTH, type SavedViewResponse } from '@parley/contracts/api/saved-views';
import { Dialog, DialogButtons } from '@parley/ui/dialog';
import { errorText } from '../../../lib/i18n';
import { can, useMe } from '../../../lib/me';
import { codeOf } from '../../../lib/problem';
import { useSave } from '../../../lib/resource';
import { useTranslation } from '../../../lib/translation';
import { savedViews } from './saved-views-api';

interface SaveViewDialogProps {
  query: string;
  /** The view to rename or share; undefined for a new view. */
  view?: SavedViewResponse;
  onClose: () => void;
}

/** Dialog that asks for the name of a saved view and whether all colleagues see it. */
export default function SaveViewDialog({ query, view, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation();
  const mayShare = can(useMe().ability, 'create', 'sharedSavedViews');
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.visibility === 'everybody');
  const save = useSave<SavedViewResponse>({ ...savedViews, untilShown: true }, view?.id);
  const visibility = isShared ? 'everybody' : 'me';
  const submit = () => {
    if (name.trim() === '') return;
    save.mutate({ name: name.trim(), visibility, ...(view ? {} : { query }) }, { onSuccess: onClose });
  };
  return (
    <Dialog opened onClose={onClose} title={t(view ? 'savedViews.edit' : 'savedViews.save')} size={400}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('savedViews.name')}
            maxLength={SAVED_VIEW_NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {mayShare && (
            <Checkbox
              label={t('savedViews.share')}
              checked={isShared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          {save.isError && (
            <Text size="sm" c="var(--red)" role="alert">
              {errorText(codeOf(save.error))}
            </Text>
          )}
          <DialogButtons
            confirm={t('common.save')}
            onCancel={onClose}
            isPending={save.isPending}
            isDisabled={name.trim() === ''}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
