import Programs

/// Messages on the desktop, for programs without a terminal.
package enum DesktopNotice {
  /// Shows a message if there is a desktop and `notify-send`.
  package static func show(_ text: String, _ environment: (String) -> String?) async {
    let hasDesktop = ["WAYLAND_DISPLAY", "DISPLAY"].contains {
      environment($0).map { !$0.isEmpty } ?? false
    }
    guard hasDesktop, let program = ProgramPath.of("notify-send", in: environment("PATH") ?? "")
    else { return }
    _ = await ToolProcess.run([program, "--app-name=notes-tui", "--", "notes-tui", text])
  }
}
