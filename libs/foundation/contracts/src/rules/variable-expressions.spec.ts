import { fillExpressions, type VariableSource } from './variable-expressions';

const ana: VariableSource = {
  contact: { name: 'Ana Ruiz', phone: '+34612345678', email: null },
  attributes: { 'Order number': '4711', Empty: ' ' },
  agentName: 'Sanne',
};

test.each([
  ['Hi {{contact.name}}!', 'Hi Ana Ruiz!'],
  ['Hi {{ Contact.Name | there }}!', 'Hi Ana Ruiz!'],
  ['Order {{attribute.order number}} of {{agent.name}}', 'Order 4711 of Sanne'],
  ['{{contact.email|no address}}', 'no address'],
  ['{{attribute.Empty|nothing}}', 'nothing'],
  ['{{1}} stays: it is the template’s', '{{1}} stays: it is the template’s'],
])('turns "%s" into "%s"', (text, filled) =>
  expect(fillExpressions(text, ana)).toEqual({ text: filled, missing: [] }),
);

test('keeps a variable without a value and fallback, and lists it once as missing', () => {
  const text = '{{contact.email}} {{contact.email}} {{attribute.Size}} {{unheard.of}}';
  expect(fillExpressions(text, ana)).toEqual({
    text,
    missing: ['{{contact.email}}', '{{attribute.Size}}', '{{unheard.of}}'],
  });
});

test('a phone number is not used as the name of a contact', () => {
  const nameless = { contact: { name: '+34612345678', phone: '+34612345678', email: null } };
  expect(fillExpressions('Hi {{contact.name|there}}', nameless).text).toBe('Hi there');
});
