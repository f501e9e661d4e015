/**
 * What Zoom's web client says and how it names its elements: the English strings and the scripts of the maker's package
 * `@zoom/meetingsdk` 6.2.0, beside each string the name that it has there. `words.test.ts` looks all of it up in the package.
 */
export const words = {
  joinAudio: 'Join Audio', // toolbar_join_audio
  leaveMeeting: 'Leave Meeting', // wc_leave_meeting
  leaveRoom: 'Leave Room', // wc_leave_room
  host: '(Host)', // wc_host
  me: '(Me)', // wc_me
  hostMe: '(Host, Me)', // wc_hostme
  everyone: 'Everyone', // wc_chat.everyone
  chatMe: 'Me', // wc_chat.me
  deleted: 'This message has been deleted',
  directMessage: 'Direct Message', // wc_chat.direct_message
  typeHere: 'Type message here ...', // wc_chat.type_msg
  captions: 'Captions', // newLTT.captions
  showCaptions: 'Show Captions', // newLTT.show_captions
  hideCaptions: 'Hide Captions', // newLTT.hide_captions
  captionSettings: 'Your caption settings', // newLTT.your_caption_settings
  hostControls: 'Host controls', // newLTT.host_controls
  translation: 'Translation', // newLTT.translation
  setLanguage: 'Set the caption language for this meeting', // newLT.only_set_caption
  save: 'Save', // common.save
  captionLanguage: 'My Caption Language', // newLT.my_caption_language
  requestCaptions: 'Request Captions', // newLT.requestCaptions
  requestCaptionsTitle: 'Send a request to the host to enable captions', // newLT.requestCaptionsTitle
  requestCaptionsContent: 'If your request is approved, captions will immediately start for you.', // newLT.requestCaptionsContent
  send: 'Send', // common.send
  requestSent: 'Request sent.', // common.request_sent
  fullTranscript: 'View full transcript', // newLTT.view_full_transcript
  popOut: 'Pop Out', // apac.wc_lt_popout
  captionsDisabled: 'The host has disabled captions', // disclaimer.LT_content_disabled
  record: 'Record', // toolbar_record
  recording: 'Recording...', // meeting_recording
  stopRecording: 'Stop Recording', // wc_recording_stop
  permissionTitle: 'Permission needed from Meeting Host', // wc_record_local_permission_need_host
  permissionAsk: 'Ask {0} for permission to record to my device', // wc_record_local_permission_need_host_content
  sendRequest: 'Send Request', // wc_record_local_permission_send_request_btn
  granted: 'Request to record granted by host', // wc_record_local_granted
  denied: 'Request to record denied by Host', // wc_record_local_denyed
  askHost: 'Please ask the host to give you permission to record.', // wc_record_local_ask_host_permission
  recordInCloud: 'Request the host to record to the cloud', // recording.request_cloud_recording_title
  recordNotInCloud: "You can't send cloud recording requests because of host's settings.", // recording.disable_request_host_cmr_reason1
  view: 'View', // common.view
  speakerView: 'Speaker View', // common.speaker_view
  galleryView: 'Gallery View', // common.gallery_view
  multiSpeakerView: 'Multi-speaker View', // common.multi_speaker_view
  standard: 'Standard', // common.standard
  besideSpeaker: 'Side-by-side: Speaker', // common.side_by_side_speaker
  besideGallery: 'Side-by-side: Gallery', // common.side_by_side_gallery
  besideMultiSpeaker: 'Side-by-side: Multi-speaker', // common.side_by_side_multi_speaker
  hideSelf: 'Hide Self View', // meeting_hide_self_view
  fullscreen: 'Fullscreen', // wc_sharing_full_screen
  oneView: 'Speaker and Gallery View is not supported on this device', // wc_not_support_multi_view
  roomTitle: 'Join Breakout Room', // wc_bo.join_room
  roomHost: 'The host', // wc_bo.invite_join_room_tip_default_host
  roomInvited: 'is inviting you to join', // wc_bo.invite_join_room_tip_content2
  roomJoin: 'Join', // wc_bo.join
  roomNotNow: 'Not Now', // wc_bo.not_now
  roomMoving: 'Joining {0}...', // wc_bo.joining_rooms2
  roomReturning: 'Returning to Main Session...', // wc_bo.returning_to_main_session
  roomReturn: 'Return to Main Session', // wc_bo.return_to_main_sessoin
  roomInside: 'You are now in a Breakout Room', // wc_bo.host_join_bo_tip
  roomClosing: 'Breakout Rooms will close in {0} seconds.', // wc_bo.current_room_will_close
} as const;

/** What is called so in the web client 7.2.0 only, as a public project captured it (2026-10-07). */
export const newerNames = { peopleList: 'participants-unified-list' } as const;

/** Labels, classes and ids that stand in the scripts and not among the strings. */
export const names = {
  openPeople: 'open the participants list pane',
  closePeople: 'close the participants list pane',
  openChat: 'open the chat panel',
  closeChat: 'close the chat panel',
  mute: 'mute my microphone',
  unmute: 'unmute my microphone',
  startVideo: 'start my video',
  stopVideo: 'stop my video',
  more: 'More meeting control',
  moreMenu: 'more-button__pop-menu',
  popover: 'tip-wrapper',
  menuItem: 'dropdown-item',
  languageDialog: 'lt-select-language',
  captionRequest: 'request-captions',
  cloudMenu: 'center-of-footer-button',
  cloudItem: 'record-dropdown-item',
  cloudItemOff: 'security-option-menu__pop-menu--disabled',
  menuTile: 'more-button__item-box',
  chatList: 'Chat Message List',
  audioOn: 'computer audio unmuted',
  audioOff: 'computer audio muted',
  noAudio: 'no audio connected',
  videoOn: 'video on',
  videoOff: 'video off',
  screenSharing: ' screen sharing',
  person: 'participants-li',
  personId: 'participants-list-',
  personName: 'participants-item__display-name',
  personLabel: 'participants-item__name-label',
  personSpeaking: 'participants-icon__voip-speaking-icon',
  personIcon: 'participants-icon__icon-box',
  personFace: 'participants-item__avatar',
  chatHeader: 'chat-item__chat-info-header',
  chatSender: 'chat-item__sender',
  chatReceiver: 'chat-item__receiver',
  chatSelectable: 'chat-item__chat-info-header--can-select',
  chatTime: 'chat-item__chat-info-time-stamp',
  chatMessage: 'new-chat-message__container',
  chatMessageId: 'chat-message-content',
  chatItemId: 'chat-item-container',
  chatPlaceholder: 'new-chat-message__text-box--unreachable',
  chatText: 'new-chat-message__text-box',
  chatSend: 'chat-rtf-box__send',
  chatTo: 'chat-receiver-list__receiver',
  chatToId: 'chatReceiverMenu',
  chatDirect: 'chat-receiver-list__privately-chat',
  chatToItem: 'chat-receiver-list__menu-item',
  subtitle: 'live-transcription-subtitle',
  subtitleItem: 'live-transcription-subtitle__item',
  subtitleFace: 'zmu-data-selector-item__icon',
  transcriptList: 'Live Transcription List',
  transcriptHeader: 'lt-header__operate',
  transcriptWindow: 'transcription-window',
  transcriptItem: 'lt-full-transcript__item',
  transcriptName: 'lt-full-transcript__display-name',
  transcriptTime: 'lt-full-transcript__time',
  transcriptText: 'lt-full-transcript__message',
  recordingShown: 'recording-indication__recording-container',
  viewButton: 'full-screen-widget__button',
  viewLayer: 'full-screen-viev-dropdown',
  viewMenu: 'full-screen-widget__pop-menu',
  viewChecked: 'full-screen-widget__pop-menu--checked',
  oneViewMenu: 'full-screen-widget__pop-menunew',
  gallery: 'gallery-video-container__main-view',
  galleryFrame: 'gallery-video-container__video-frame',
  galleryActive: 'gallery-video-container__video-frame--active',
  joinAudioButton: 'join-audio-by-voip',
  roomDialog: 'zm-modal-join-dialog',
  roomLeaving: 'zm-modal-leave-room',
  roomOnTheWay: 'loading-layer__bo-room-desc--no-bold',
  roomLayer: 'loading-layer--bo-room',
  leaveOption: 'leave-meeting-options__btn--danger',
} as const;
