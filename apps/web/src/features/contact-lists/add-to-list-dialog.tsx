import { useState } from 'react';
import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MAX_IN_BATCH } from '@parley/contracts/events/contact-list.events';
import { Dialog, DialogButtons } from '@parley/ui/dialog';
import type { SelectedContacts } from '../../lib/feature';
import { useFormats } from '../../lib/format';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { listsQuery, useFill, useMembers } from './lists-api';

/** Lets the user choose the fixed list to which the selected contacts are added. */
export default function AddToListDialog({
  selected,
  onClose,
}: {
  selected: SelectedContacts;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { data: lists = [] } = useQuery(listsQuery);
  const [listId, setListId] = useState<string | null>(null);
  const add = useMembers(listId ?? '', 'add');
  const fill = useFill(listId ?? '');
  const { ids, conditions, keyword, count } = selected;
  const submit = async () => {
    try {
      if (ids && ids.length <= MAX_IN_BATCH) {
        await add.mutateAsync(ids);
        toastMessage(t('contactLists.added', { count: ids.length, formatted: number(ids.length) }));
      } else {
        await fill.mutateAsync({ conditions, keyword });
        toastMessage(t('contactLists.filling'));
      }
      onClose();
    } catch (error) {
      toastFailure(error);
    }
  };
  const fixed = lists.filter((list) => !list.conditions && !list.isArchived);
  return (
    <Dialog opened onClose={onClose} title={t('contactLists.addToList')}>
      <Text size="sm" mb="sm">
        {t('contactLists.selected', { count, formatted: number(count) })}
      </Text>
      <Select
        label={t('contactLists.one')}
        searchable
        data={fixed.map(({ id, name }) => ({ value: id, label: name }))}
        value={listId}
        onChange={setListId}
        nothingFoundMessage={t('contactLists.none')}
        mb="lg"
        data-autofocus
      />
      <DialogButtons
        confirm={t('contactLists.addChosen')}
        isDisabled={listId === null}
        isPending={add.isPending || fill.isPending}
        onConfirm={() => void submit()}
        onCancel={onClose}
      />
    </Dialog>
  );
}
