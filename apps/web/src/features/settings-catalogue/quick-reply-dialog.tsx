import { Button, Group, Modal, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  QUICK_REPLY_LENGTH,
  QUICK_REPLY_TITLE_LENGTH,
  quickReplyVisibilities,
  type QuickReplyResponse,
  type QuickReplyVisibility,
} from '@parley/contracts/api/catalogue';
import { errorText } from '../../lib/i18n';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import { useCatalogueCommand } from './catalogue-api';

interface QuickReplyDialogProps {
  /** The one to change, or null for a new one. */
  reply: QuickReplyResponse | null;
  /** Whether this user's quick replies may be everybody's. */
  canShare: boolean;
  onClose: () => void;
}

/** Writes a quick reply. A click beside it loses nothing that was typed. */
export function QuickReplyDialog({ reply, canShare, onClose }: QuickReplyDialogProps) {
  const { t } = useTranslation();
  const command = useCatalogueCommand('quick-replies');
  const initial: QuickReplyVisibility = canShare ? 'everybody' : 'me';
  const form = useForm({
    initialValues: {
      title: reply?.title ?? '',
      message: reply?.message ?? '',
      visibility: reply?.visibility ?? initial,
    },
    validate: {
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
  });
  const save = (body: typeof form.values) =>
    command.mutate(reply ? { method: 'PATCH', path: `/${reply.id}`, body } : { method: 'POST', body }, {
      onSuccess: onClose,
      onError: (error) => form.setFieldError('message', errorText(codeOf(error))),
    });
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      closeOnClickOutside={!form.isDirty()}
      title={t(reply ? 'catalogue.reply.edit' : 'catalogue.reply.add')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label={t('catalogue.reply.name')}
            description={t('catalogue.reply.nameHint')}
            {...form.getInputProps('title')}
          />
          <Textarea
            label={t('catalogue.reply.message')}
            description={t('catalogue.reply.messageHint', {
              contact: '{{contact.name}}',
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
          <Group justify="flex-end" gap={8} mt={8}>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={command.isPending}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
