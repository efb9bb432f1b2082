// @module-tag slow
import { testAccess } from '../../scenes/access-tests.ts';
import { notificationScenes } from '../../scenes/notification-scenes.ts';

testAccess(notificationScenes);
