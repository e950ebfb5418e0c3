import { SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  QUICK_REPLY_LENGTH,
  QUICK_REPLY_TITLE_LENGTH,
  quickReplyVisibilities,
  type QuickReplyResponse,
} from '@parley/contracts/api/catalogue';
import { attributeVariable } from '@parley/contracts/rules/variables';
import { FormDialog } from '@parley/ui/entity-form';
import { useEntityForm } from '@parley/ui/use-entity-form';
import { attributesQuery } from '../../lib/directory';
import { useSave } from '../../lib/resource';
import { useTranslation } from '../../lib/translation';
import { quickReplies, type QuickReplyForm } from './catalogue-api';

interface QuickReplyDialogProps {
  /** The quick reply to change; null: the dialog creates one. */
  reply: QuickReplyResponse | null;
  /** Whether the user may share quick replies with all users. */
  canShare: boolean;
  onClose: () => void;
}

/** Dialog that edits a quick reply. A click outside does not close it if there are unsaved changes. */
export function QuickReplyDialog({ reply, canShare, onClose }: QuickReplyDialogProps) {
  const { t } = useTranslation();
  const attributes = useQuery(attributesQuery).data ?? [];
  const variables = ['contact.name', ...attributes.map(({ name }) => attributeVariable(name))];
  const entity = useEntityForm({
    values: {
      title: reply?.title ?? '',
      message: reply?.message ?? '',
      visibility: reply?.visibility ?? (canShare ? 'everybody' : 'me'),
    },
    rules: {
      title: (value) =>
        value.trim().length > QUICK_REPLY_TITLE_LENGTH
          ? t('catalogue.tooLong', { count: QUICK_REPLY_TITLE_LENGTH })
          : null,
      message: (value) => {
        if (value.trim() === '') return t('catalogue.reply.messageMissing');
        return value.trim().length > QUICK_REPLY_LENGTH
          ? t('catalogue.tooLong', { count: QUICK_REPLY_LENGTH })
          : null;
      },
    },
    command: useSave<QuickReplyForm>(quickReplies, reply?.id),
    request: (wanted, changed) => (reply ? changed : wanted),
    onSaved: onClose,
  });
  const { form } = entity;
  return (
    <FormDialog
      entity={entity}
      title={t(reply ? 'catalogue.reply.edit' : 'catalogue.reply.add')}
      size={560}
      confirm={t('common.save')}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('catalogue.reply.name')}
        description={t('catalogue.reply.nameHint')}
        {...form.getInputProps('title')}
      />
      <Textarea
        label={t('catalogue.reply.message')}
        description={t('catalogue.reply.messageHint', {
          contact: variables.map((name) => `{{${name}}}`).join(', '),
          agent: '{{agent.name}}',
        })}
        autosize
        minRows={4}
        maxRows={12}
        {...form.getInputProps('message')}
      />
      {canShare && (
        <div>
          <Text size="sm" mb={4}>
            {t('catalogue.reply.visibility')}
          </Text>
          <SegmentedControl
            aria-label={t('catalogue.reply.visibility')}
            data={quickReplyVisibilities.map((value) => ({
              value,
              label: t(`catalogue.reply.for.${value}`),
            }))}
            {...form.getInputProps('visibility')}
          />
        </div>
      )}
    </FormDialog>
  );
}
