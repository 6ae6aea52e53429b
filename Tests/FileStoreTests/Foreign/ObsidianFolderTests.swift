import Entities
import Services
import TestSupport
import Testing
import VaultSettings

@testable import FileStore

@Suite("Obsidian's settings for a vault")
struct ObsidianFolderTests {
  private let folder = TemporaryFolder()

  @Test("Obsidian's settings files are read, and all of them are optional")
  func reads() async {
    #expect(await ObsidianFolder(root: folder.bytes).obsidian() == ObsidianSettings())
    folder.write(
      ".obsidian/daily-notes.json",
      #"{"folder": "Log", "format": "YYYY/MM-DD", "template": "Forms/Day", "autorun": true}"#)
    folder.write(
      ".obsidian/templates.json", #"{"folder":"Forms","dateFormat":"L","timeFormat":"LT"}"#)
    folder.write(
      ".obsidian/app.json",
      #"{"newFileLocation":"folder","newFileFolderPath":"Inbox","x":[1],"newLinkFormat":"relative","#
        + #""useMarkdownLinks":true,"userIgnoreFilters":["Old/",5]}"#)
    folder.write(
      ".obsidian/types.json", #"{"types":{"Due":"date","n":"number","x":"unknown","y":5}}"#)
    folder.write(
      ".obsidian/zk-prefixer.json", #"{"folder":"Zettel","format":"YYMMDDHHmm","template":"Z"}"#)
    var wanted = ObsidianSettings()
    (wanted.newLinks.pathStyle, wanted.newLinks.isMarkdown) = (.relative, true)
    wanted.propertyTypes = ["due": .date, "n": .number]
    wanted.uniqueFolder = "Zettel"
    wanted.uniqueFormat = "YYMMDDHHmm"
    wanted.uniqueTemplate = "Z"
    wanted.dailyFolder = "Log"
    wanted.dailyFormat = "YYYY/MM-DD"
    wanted.dailyTemplate = "Forms/Day"
    wanted.templateFolder = "Forms"
    wanted.dateFormat = "L"
    wanted.timeFormat = "LT"
    wanted.newNoteFolder = "Inbox"
    wanted.ignored = ["Old/"]
    #expect(await ObsidianFolder(root: folder.bytes).obsidian() == wanted)
    #expect(ObsidianFolder(root: folder.bytes).templateFolder == "Forms")
  }

  @Test(
    "Slash commands are on when either form of the plugin list enables them",
    arguments: [
      (#"{"file-explorer":true,"slash-command":true}"#, true), (#"{"slash-command":false}"#, false),
      (#"["graph","slash-command"]"#, true), (#"["graph"]"#, false), ("{", false),
    ])
  func slashCommands(text: String, isOn: Bool) {
    #expect(!ObsidianFolder(root: folder.bytes).hasSlashCommands)
    folder.write(".obsidian/core-plugins.json", text)
    #expect(ObsidianFolder(root: folder.bytes).hasSlashCommands == isOn)
  }

  @Test("New notes go next to the open note, and an unused folder setting is ignored")
  func beside() async {
    folder.write(
      ".obsidian/app.json", #"{"newFileLocation":"current","newFileFolderPath":"Inbox"}"#)
    let settings = await ObsidianFolder(root: folder.bytes).obsidian()
    #expect(settings.createsNotesNextToOpenOne)
    #expect(settings.newNoteFolder == nil)
  }

  @Test(
    "Attachments go to the vault's root, a folder in it, the note's folder or one below it",
    arguments: [
      (nil, ""), ("", ""), ("/", ""), ("files", "files"), ("a/b/", "a/b"), ("/a", "a"),
      ("./", "in/deep"), (".", "in/deep"), ("./img", "in/deep/img"),
    ] as [(String?, String)])
  func attachments(set: String?, wanted: String) async {
    if let set { folder.write(".obsidian/app.json", #"{"attachmentFolderPath":"\#(set)"}"#) }
    let settings = await ObsidianFolder(root: folder.bytes).obsidian()
    #expect(settings.attachmentFolder(of: NoteID("in/deep/a.md")).text == wanted)
  }

  @Test(
    "An invalid settings file is reported, and the other files still apply",
    arguments: ["", "[]", "{", "\"x\"", "{\"folder\": \u{0}}", "null"])
  func broken(text: String) async {
    folder.write(".obsidian/daily-notes.json", text)
    folder.write(".obsidian/templates.json", #"{"folder":"Forms"}"#)
    let settings = await ObsidianFolder(root: folder.bytes).obsidian()
    #expect(settings.problems.count == 1)
    #expect(settings.problems.first?.contains(".obsidian/daily-notes.json") == true)
    #expect(settings.templateFolder == "Forms")
  }

  @Test("Values of the wrong type are ignored")
  func kinds() async {
    folder.write(".obsidian/daily-notes.json", #"{"folder": 7, "format": null, "template": {}}"#)
    #expect(await ObsidianFolder(root: folder.bytes).obsidian() == ObsidianSettings())
  }

  @Test("Links, folders and oversized files are refused as settings files")
  func hostile() async {
    folder.write("elsewhere.json", #"{"folder":"Log"}"#)
    folder.write(".obsidian/templates.json/inside", "x")
    folder.link(".obsidian/daily-notes.json", to: "../elsewhere.json")
    folder.write(".obsidian/app.json", [UInt8](repeating: 0x20, count: 2 << 20))
    let settings = await ObsidianFolder(root: folder.bytes).obsidian()
    #expect(settings.problems.count == 3)
    #expect(settings.dailyFolder == nil)
  }

  private static let tasks = ".obsidian/plugins/obsidian-tasks-plugin/data.json"

  @Test("The Tasks plugin's settings are read again when its file changes")
  func tasksPlugin() {
    let obsidian = ObsidianFolder(root: folder.bytes)
    #expect(obsidian.tasksPlugin() == PluginSettings())
    folder.write(Self.tasks, "{}")
    #expect(obsidian.tasksPlugin() == PluginSettings(TaskRules()))
    folder.write(
      Self.tasks,
      ##"{"globalFilter":"#task","removeGlobalFilter":true,"globalQuery":"not done","##
        + ##""presets":{"mine":"done","bad":5},"setDoneDate":false,"setCancelledDate":false,"##
        + ##""setCreatedDate":true,"taskFormat":"dataview","recurrenceOnNextLine":true,"##
        + ##""statusSettings":{"coreStatuses":[{"symbol":" ","name":"To do","##
        + ##""nextStatusSymbol":"D","type":"TODO"}],"customStatuses":[{"symbol":"D","##
        + ##""name":"Finished","nextStatusSymbol":"","type":"DONE"},"##
        + ##"{"symbol":"ab","type":"DONE"},7,{"symbol":"]"},{"symbol":"\u001b"},{"symbol":"?"}]}}"##
    )
    var wanted = TaskRules()
    (wanted.globalFilter, wanted.hidesGlobalFilter) = ("#task", true)
    (wanted.globalQuery, wanted.presets) = ("not done", ["mine": "done"])
    (wanted.writesDone, wanted.writesCancelled, wanted.writesCreated) = (false, false, true)
    (wanted.writesFields, wanted.putsNextBelow) = (true, true)
    wanted.statuses = [
      TaskStatus(" ", "To do", next: "D", .todo), TaskStatus("D", "Finished", next: "x", .done),
      TaskStatus("?", "", next: "x", .todo),
    ]
    #expect(obsidian.tasksPlugin() == PluginSettings(wanted))
  }

  @Test("An invalid or oversized plugin file is reported and has no effect")
  func brokenPlugin() throws {
    let obsidian = ObsidianFolder(root: folder.bytes)
    for text in ["{", "[]", "{}" + String(repeating: " ", count: 5 << 20)] {
      folder.write(Self.tasks, text)
      let settings = obsidian.tasksPlugin()
      #expect(settings.value == nil)
      #expect(try #require(settings.problem).contains(Self.tasks))
    }
  }
}
