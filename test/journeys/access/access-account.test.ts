// @module-tag slow
import { testAccess } from '../../scenes/access-tests.ts';
import { accountScenes } from '../../scenes/account-scenes.ts';

testAccess(accountScenes);
