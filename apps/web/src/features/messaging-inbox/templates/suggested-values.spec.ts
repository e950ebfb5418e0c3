import { emptyTemplate } from '@parley/contracts/events/template-content';
import { suggestedValues, valuesInOrder } from './suggested-values';

const ana = { contact: { name: 'Ana', phone: '+34612345678', email: null }, agentName: 'Sanne' };

it("suggests the contact's data for variables with matching names, and the name after a greeting", () => {
  const named = { ...emptyTemplate, body: 'Your number is {{phone}}, {{first_name}}: {{order}}, {{email}}.' };
  expect(suggestedValues(named, ana)).toEqual({ 'body.phone': '+34612345678', 'body.first_name': 'Ana' });
  expect(suggestedValues({ ...emptyTemplate, body: 'Hola {{1}}, su {{2}}.' }, ana)).toEqual({
    'body.1': 'Ana',
  });
  expect(suggestedValues({ ...emptyTemplate, body: 'Order {{1}} is ready.' }, ana)).toEqual({});
});

it("assigns the values of a link to the template's variables in reading order, skipping media variables", () => {
  const content = {
    ...emptyTemplate,
    header: { format: 'image' as const, text: '' },
    body: 'Hello {{1}}, from {{2}} on.',
  };
  const values = { 'body.1': 'Ana', 'body.2': '9:30' };
  expect(valuesInOrder(content, ['Ana', '9:30'])).toEqual(values);
  expect(valuesInOrder(content, ['Ana', '9:30', 'more'])).toEqual(values);
  expect(valuesInOrder(content, ['Ana'])).toEqual({ 'body.1': 'Ana' });
});
