import { SegmentedControl, TextInput } from '@mantine/core';
import type { ContactConditions } from '@parley/contracts/api/contact-conditions';
import { SEGMENT_NAME_LENGTH, type SegmentResponse } from '@parley/contracts/api/contact-settings';
import {
  segmentVisibilities,
  type SegmentVisibility,
} from '@parley/contracts/events/contact-settings.events';
import { FormDialog } from '@parley/ui/entity-form';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { can, useMe } from '../../lib/me';
import { useSave } from '../../lib/resource';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { segments } from './contacts-api';

interface SegmentForm {
  name: string;
  visibility: SegmentVisibility;
}

interface SegmentDialogProps {
  /** The segment to change; null: the dialog creates one with `conditions`. */
  segment: SegmentResponse | null;
  conditions: ContactConditions;
  onClose: () => void;
}

/** Saves conditions under a name, for the user or for all users. */
export function SegmentDialog({ segment, conditions, onClose }: SegmentDialogProps) {
  const { t } = useTranslation();
  const canShare = can(useMe().ability, 'create', 'sharedSegments');
  const start: SegmentForm = {
    name: segment?.name ?? '',
    visibility: segment?.visibility ?? (canShare ? 'everybody' : 'me'),
  };
  const entity = useEntityForm({
    values: start,
    rules: {
      name: (name: string) =>
        name.trim() === '' || name.trim().length > SEGMENT_NAME_LENGTH
          ? t('contacts.segment.nameMissing')
          : null,
    },
    command: useSave<SegmentForm & { conditions: string }>(segments, segment?.id),
    request: (wanted, changed) => (segment ? changed : { ...wanted, conditions: JSON.stringify(conditions) }),
    onSaved: () => {
      toastMessage(t('contacts.segment.saved'));
      onClose();
    },
  });
  return (
    <FormDialog
      entity={entity}
      title={t(segment ? 'contacts.segment.edit' : 'contacts.saveSegment')}
      confirm={t('common.save')}
      onClose={onClose}
    >
      <TextInput data-autofocus label={t('contactField.name')} {...entity.form.getInputProps('name')} />
      {canShare && (
        <SegmentedControl
          aria-label={t('contacts.segment.visibility')}
          data={segmentVisibilities.map((value) => ({ value, label: t(`contacts.segment.for.${value}`) }))}
          {...entity.form.getInputProps('visibility')}
        />
      )}
    </FormDialog>
  );
}
