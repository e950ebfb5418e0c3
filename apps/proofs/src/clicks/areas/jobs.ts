import { assignAll, jobsOf, made, post, type Area } from '../presses';

export const area: Area = {
  buttons: {
    'cancel of a job': async (office) => {
      const job = await made(office, await assignAll(office));
      return {
        press: () => post(`/jobs/${job.id}/cancel`, {}),
        makes: () => jobsOf(office, 'cancelled'),
        others: 'ok',
      };
    },
  },
  unpressed: {
    'POST /jobs/:id/put-away': 'puts away what one was told oneself',
  },
};
