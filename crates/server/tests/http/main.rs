//! HTTP tests, one module per path, mirroring the URL tree. Each test runs on both databases.

mod app_gonggao;
