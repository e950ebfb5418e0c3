import { emptyTemplate, type TemplateEvent, type ListedTemplate } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { given } from '@parley/event-sourcing/decider/given';
import { template } from './template';

const account = { provider: 'whatsapp-cloud', accountId: '102' } as const;
const content = { ...emptyTemplate, body: 'We are open again.' };
const written = { name: 'open_again', language: 'en', category: 'utility', content } as const;
const at = '2026-11-20T10:00:00.000Z';
const later = (hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString();

const created: TemplateEvent = { type: 'TemplateCreated', data: { ...account, ...written } };
const submitted: TemplateEvent = { type: 'TemplateSubmitted', data: { at } };
const taken: TemplateEvent = { type: 'TemplateTaken', data: { externalId: '7' } };
const approved: TemplateEvent = {
  type: 'TemplateReviewed',
  data: { status: 'approved', reason: null, advice: null },
};
const changed: TemplateEvent = {
  type: 'TemplateChanged',
  data: { ...written, content: { ...content, body: 'We are open.' } },
};
const live = [created, submitted, taken, approved];
const listed: ListedTemplate = {
  ...written,
  externalId: '7',
  status: 'approved',
  quality: 'unknown',
  reason: null,
};
const sync = (what: ListedTemplate | null, when = later(1)) =>
  ({ type: 'Sync', at: when, account, listed: what }) as const;
const codeOf = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('A draft', () => {
  it('a draft is created once', () => {
    const create = { type: 'Create', ...account, ...written } as const;
    expect(given(template, []).when(create)).toEqual([created]);
    expect(given(template, [created]).when(create)).toEqual([]);
  });

  it('a draft can be renamed until the provider has the template', () => {
    const rename = { type: 'Change', changes: { name: 'open' } } as const;
    expect(given(template, [created]).when(rename)).toEqual([
      { type: 'TemplateChanged', data: { ...written, name: 'open' } },
    ]);
    expect(codeOf(() => given(template, live).when(rename))).toBe('template_name_fixed');
  });

  it('a draft does not change if the new text is the same', () => {
    expect(given(template, [created]).when({ type: 'Change', changes: { content } })).toEqual([]);
  });

  it('a template cannot be changed during the provider’s review', () => {
    const change = { type: 'Change', changes: { category: 'marketing' } } as const;
    expect(codeOf(() => given(template, [created, submitted, taken]).when(change))).toBe(
      'template_in_review',
    );
  });
});

describe('A submission', () => {
  it('a submission is recorded once if it is repeated', () => {
    expect(given(template, [created]).when({ type: 'Submit', at })).toEqual([submitted]);
    expect(given(template, [created, submitted]).when({ type: 'Submit', at })).toEqual([]);
  });

  it('a submission is rejected with each rule that the text breaks', () => {
    const empty: TemplateEvent = { ...created, data: { ...account, ...written, content: emptyTemplate } };
    expect(() => given(template, [empty]).when({ type: 'Submit', at })).toThrow(
      expect.objectContaining({
        code: 'template_invalid',
        errors: [{ field: 'body', rule: 'body_missing' }],
      }) as Error,
    );
  });

  it('a submission requires the image of an image header', () => {
    const picture = { ...content, header: { format: 'image', text: '' } } as const;
    const start: TemplateEvent = { ...created, data: { ...account, ...written, content: picture } };
    const submit = { type: 'Submit', at } as const;
    expect(codeOf(() => given(template, [start]).when(submit))).toBe('template_header_file_missing');
    const file = { id: 'a', fileName: 'a.png', contentType: 'image/png', size: 1, path: 'a' };
    const attach = { type: 'SetAttachment', attachment: file, isLocked: true } as const;
    const attached = given(template, [start]).when(attach);
    expect(given(template, [start, ...attached]).when(submit)).toEqual([submitted]);
    expect(given(template, [start, ...attached]).when(attach)).toEqual([]);
  });

  it('a refused submission restores the draft, with the provider’s message', () => {
    const refuse = { type: 'Refuse', code: 'template_refused', detail: 'Too short' } as const;
    const refused = given(template, [created, submitted]).when(refuse);
    const { state } = given(template, [created, submitted, ...refused]);
    expect(state).toMatchObject({ status: 'draft', live: null, draft: { content } });
    expect(state.refusal).toEqual({ code: 'template_refused', detail: 'Too short' });
  });

  it('an approved template can be submitted only once in 24 hours', () => {
    const submit = (hours: number) => ({ type: 'Submit', at: later(hours) }) as const;
    const [first] = given(template, [...live, changed]).when(submit(1));
    const again = [...live, changed, first!, taken, approved, changed];
    expect(() => given(template, again).when(submit(24))).toThrow(
      expect.objectContaining({ code: 'template_edited_lately', detail: later(25) }) as Error,
    );
    expect(given(template, again).when(submit(25))).toHaveLength(1);
  });

  it('a submission without a change is rejected', () => {
    expect(codeOf(() => given(template, live).when({ type: 'Submit', at }))).toBe(
      'template_nothing_to_submit',
    );
  });
});

describe('A provider’s notification', () => {
  it('a notification is recorded once if it is repeated', () => {
    const review = { type: 'Review', status: 'rejected', reason: 'SCAM', advice: null } as const;
    const events = given(template, [created, submitted, taken]).when(review);
    expect(events).toEqual([
      { type: 'TemplateReviewed', data: { status: 'rejected', reason: 'SCAM', advice: null } },
    ]);
    expect(given(template, [created, submitted, taken, ...events]).when(review)).toEqual([]);
  });

  it('a notification changes the category, and the requested category is kept', () => {
    const events = given(template, live).when({ type: 'Recategorise', category: 'marketing' });
    expect(given(template, [...live, ...events]).state).toMatchObject({
      askedCategory: 'utility',
      live: { category: 'marketing' },
    });
  });

  it('a notification changes the quality', () => {
    const events = given(template, live).when({ type: 'Rate', quality: 'low' });
    expect(given(template, [...live, ...events]).state.quality).toBe('low');
  });
});

describe('A synchronisation', () => {
  it('a synchronisation creates an unknown template once', () => {
    const events = given(template, []).when(sync(listed));
    expect(events.map(({ type }) => type)).toEqual(['TemplateFound', 'TemplateReviewed']);
    expect(given(template, events).when(sync(listed, later(2)))).toEqual([]);
  });

  it('a synchronisation ignores a list that is older than the last change here', () => {
    expect(given(template, [created, submitted]).when(sync(null, at))).toEqual([]);
  });

  it('a synchronisation marks a missing template as gone, and restores it when the list contains it again', () => {
    const gone = given(template, live).when(sync(null));
    expect(gone).toEqual([{ type: 'TemplateGone', data: {} }]);
    expect(given(template, [...live, ...gone]).when(sync(null, later(2)))).toEqual([]);
    const back = given(template, [...live, ...gone]).when(sync(listed, later(2)));
    expect(given(template, [...live, ...gone, ...back]).state.isGone).toBe(false);
  });

  it('a synchronisation settles a submission whose response was lost, as taken or as refused', () => {
    const lost = [created, submitted];
    const found = given(template, lost).when(sync(listed));
    expect(given(template, [...lost, ...found]).state).toMatchObject({
      externalId: '7',
      status: 'approved',
      draft: null,
    });
    expect(given(template, lost).when(sync(null))).toEqual([
      { type: 'TemplateRefused', data: { code: 'template_not_taken', detail: null } },
    ]);
  });

  it('a synchronisation keeps a draft that was not submitted', () => {
    const other = { ...listed, content: { ...content, body: 'Changed there.' } };
    const events = given(template, [...live, changed]).when(sync(other));
    expect(given(template, [...live, changed, ...events]).state).toMatchObject({
      draft: { content: { body: 'We are open.' } },
      live: { content: { body: 'Changed there.' } },
    });
  });
});

it('a template is deleted once, and cannot be changed afterwards', () => {
  const deleted: TemplateEvent = { type: 'TemplateDeleted', data: { at } };
  expect(given(template, live).when({ type: 'Delete', at })).toEqual([deleted]);
  expect(given(template, [...live, deleted]).when({ type: 'Delete', at })).toEqual([]);
  expect(() => given(template, [...live, deleted]).when({ type: 'Change', changes: {} })).toThrow(NotFound);
});
