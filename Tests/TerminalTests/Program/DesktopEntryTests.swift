import TestSupport
import Testing

extension ProgramTests {
  @Suite("The program as the desktop's opener of addresses")
  struct DesktopEntryTests {
    private let path = "home/.local/share/applications/notes-tui-addresses.desktop"

    @Test("uri-handler writes the desktop's file and makes it the default; “no” removes the file")
    func entry() throws {
      let home = ProgramHome()
      home.folder.write("bin/xdg-mime", "#!/bin/sh\necho \"$@\" >>\"$HOME/mime\"\n")
      home.folder.setMode("bin/xdg-mime", 0o755)
      let bin = home.folder.path("bin")
      let run = try PipedCommand(
        in: home, shell: "PATH=\(bin):$PATH; export PATH; \"$N\" config set uri-handler yes")
      #expect(run.ending == .exit(0), "\(run.error)")
      let program = try ProgramHome.binary()
      #expect(
        home.folder.text(path)
          == """
          [Desktop Entry]
          Type=Application
          Name=notes-tui
          Comment=Asks before it writes what a browser sends into notes
          Exec="\(program)" open-uri %u
          Terminal=false
          NoDisplay=true
          MimeType=x-scheme-handler/obsidian;

          """)
      #expect(
        home.folder.text("home/mime")
          == "default notes-tui-addresses.desktop x-scheme-handler/obsidian\n")
      let back = try PipedCommand(in: home, shell: "\"$N\" config set uri-handler no")
      #expect(back.ending == .exit(0), "\(back.error)")
      #expect(home.folder.text(path) == nil)
    }

    @Test("A file that cannot be written leaves the setting as it was")
    func refused() throws {
      let home = ProgramHome()
      home.folder.write("home/.local/share", "in the way")
      let run = try PipedCommand(
        in: home, shell: "\"$N\" config set uri-handler yes; \"$N\" config get uri-handler")
      #expect(run.error.contains("notes-tui-addresses.desktop"), "\(run.error)")
      #expect(!run.text.contains("yes"), "\(run.text)")
    }

    @Test("A clip on the clipboard is read from the desktop, and waits without a terminal")
    func clipboard() throws {
      let home = ProgramHome()
      home.folder.write("bin/wl-paste", "#!/bin/sh\nprintf 'hot water'\n")
      home.folder.write("bin/wl-copy", "#!/bin/sh\n")
      for tool in ["wl-paste", "wl-copy"] { home.folder.setMode("bin/\(tool)", 0o755) }
      let run = try PipedCommand(
        in: home,
        shell: """
          PATH=\(home.folder.path("bin")):$PATH; export PATH
          WAYLAND_DISPLAY=; export WAYLAND_DISPLAY
          "$N" open-uri "obsidian://new?file=Tea&clipboard&content=sorry"
          "$N" requests
          WAYLAND_DISPLAY=wayland-0
          "$N" open-uri "obsidian://new?file=Tea&clipboard&content=sorry"
          "$N" requests --fields title,bytes
          """)
      #expect(run.error.contains("which cannot be read here"), "\(run.error)")
      #expect(run.text == "new note “Tea.md”\t9\n", "\(run.error)")
      #expect(home.folder.text("home/notes/Tea.md") == nil)
    }
  }
}
