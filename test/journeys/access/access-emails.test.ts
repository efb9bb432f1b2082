// @module-tag slow
import { testAccess } from '../../scenes/access-tests.ts';
import { emailsScenes } from '../../scenes/emails-scenes.ts';

testAccess(emailsScenes);
