import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { addComment } from '../../../src/features/comments/contract.ts';
import { sendMessage } from '../../../src/features/contact/contract/contact.ts';
import {
  markMessage,
  messageList,
  saveContactSettings,
} from '../../../src/features/contact/contract/manage.ts';
import { reportedTexts, settleReports } from '../../../src/features/moderation/contract/manage.ts';
import { reportText } from '../../../src/features/moderation/contract/reports.ts';
import { staffStanding } from '../../../src/features/staff/contract/standing.ts';
import { text } from '../../../src/features/writing/common/server/testing-writing.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember, type Member } from '../../../src/identity/testing.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

const tasksOf = async (who: Member) => (await who.call(staffStanding, {})).body.tasks;

testOnEachEngine('staff are told what waits, each of what they may see', async ({ storage }) => {
  const { url } = await listen(storage);
  const olga = await givenMember(storage, url, 'Olga', 'owner');
  const mo = await givenMember(storage, url, 'Mo', 'moderator');
  const eve = await givenMember(storage, url, 'Eve', 'editor');
  const ada = await givenMember(storage, url, 'Ada');
  await olga.call(saveContactSettings, { body: { isOn: true, forwardTo: '' } });
  expect(await tasksOf(olga)).toEqual({ reports: 0, messages: 0 });

  const message = { name: 'Grace', email: 'grace@example.org', message: 'Hello' };
  await ada.call(sendMessage, { body: message });
  const blogId = (await ada.call(addBlog, { body: text })).body._id;
  const comment = { blogId, comment: 'Buy this.' };
  const { _id: id } = (await eve.call(addComment, { body: comment })).body;
  // Two people report one text.
  for (const who of [ada, mo]) {
    await who.call(reportText, { body: { kind: 'comment', id, reason: 'spam' } });
  }
  expect(await tasksOf(olga)).toEqual({ reports: 1, messages: 1 });
  expect(await tasksOf(mo)).toEqual({ reports: 1 });
  expect(await tasksOf(eve)).toBeUndefined();
  expect(await tasksOf(ada)).toBeUndefined();

  const { messages } = (await olga.call(messageList, { query: {} })).body;
  for (const { id } of messages) {
    await olga.call(markMessage, { params: { id }, body: { isRead: true } });
  }
  const reported = (await olga.call(reportedTexts, { query: {} })).body;
  for (const { kind, _id: id } of reported) await olga.call(settleReports, { body: { kind, id } });
  expect(await tasksOf(olga)).toEqual({ reports: 0, messages: 0 });
});
